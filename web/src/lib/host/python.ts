/** Python in a worker. The files are those that `make site` collects. */

import { HostError, type Progress } from "./messages";

/** What is used of Pyodide. */
export interface Python {
  runPython: (code: string) => unknown;
  unpackArchive: (data: ArrayBuffer, format: string, options: { extractDir: string }) => void;
  globals: { get: (name: string) => unknown };
}

interface Pyodide {
  loadPyodide: (options: Record<string, unknown>) => Promise<Python>;
}

const GAME = "game.zip"; // our package and what it needs

/** The files that are fetched before Python can start: size and SHA-256. */
type Files = Record<string, { size: number; hash: string }>;

async function answered(url: string, cache: RequestCache): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, { cache });
  } catch (error) {
    throw new HostError("download", `${url}: ${String(error)}`);
  }
  if (!answer.ok || !answer.body) throw new HostError("download", `${url}: ${answer.status}`);
  return answer;
}

/** Fetch a file, telling how many bytes have come. */
async function fetched(url: string, cache: RequestCache, told: (bytes: number) => void): Promise<ArrayBuffer> {
  const answer = await answered(url, cache);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      told(value.length);
    }
  } catch (error) {
    throw new HostError("download", `${url}: ${String(error)}`);
  }
  return new Blob(parts).arrayBuffer();
}

async function hashOf(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file as it was built. One that came or was kept broken is fetched once more, past every cache. */
async function whole(url: string, hash: string, told: (bytes: number) => void): Promise<ArrayBuffer> {
  let come = 0;
  const count = (bytes: number): void => {
    come += bytes;
    told(bytes);
  };
  try {
    const first = await fetched(url, "default", count);
    if ((await hashOf(first)) === hash) return first;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  told(-come);
  const second = await fetched(url, "reload", told);
  if ((await hashOf(second)) !== hash) throw new HostError("download", `${url} is not as it was built`);
  return second;
}

/** Start Python with the game in it. `home` is the address of the game's folder. */
export async function startPython(home: string, told?: (progress: Progress) => void): Promise<Python> {
  const files = (await (await answered(`${home}files.json`, "default")).json()) as Files;
  const total = Object.values(files).reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const tell = (bytes: number): void => {
    done += bytes;
    told?.({ step: "fetching", done, total });
  };
  const fetches = Object.entries(files).map(async ([name, { hash }]) => [name, await whole(home + name, hash, tell)] as const);
  const game = new Map(await Promise.all(fetches)).get(GAME);
  if (!game) throw new HostError("download", `${GAME} is missing`);
  told?.({ step: "starting" });
  const { loadPyodide } = (await import(/* @vite-ignore */ `${home}pyodide.mjs`)) as Pyodide;
  const python = await loadPyodide({ indexURL: home, fullStdLib: false }); // from the browser's cache now
  python.unpackArchive(game, "zip", { extractDir: "/game" });
  python.runPython("import sys; sys.path.insert(0, '/game')");
  return python;
}
