/** Python in a worker. The files are those that `make site` collects. */

import type { Progress } from "./messages";

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

/** The files that are fetched before Python can start, with their sizes. */
type Files = Record<string, number>;

/** Fetch a file, telling how many bytes have come. */
async function fetched(url: string, told: (bytes: number) => void): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    told(value.length);
  }
  return new Blob(parts).arrayBuffer();
}

/** Start Python with the game in it. `home` is the address of the game's folder. */
export async function startPython(home: string, told?: (progress: Progress) => void): Promise<Python> {
  const files = told ? ((await (await fetch(`${home}files.json`)).json()) as Files) : { [GAME]: 0 };
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let done = 0;
  const tell = (bytes: number): void => {
    done += bytes;
    told?.({ step: "fetching", done, total });
  };
  const contents = new Map(await Promise.all(Object.keys(files).map(async (name) => [name, await fetched(home + name, tell)] as const)));
  told?.({ step: "starting" });
  const { loadPyodide } = (await import(/* @vite-ignore */ `${home}pyodide.mjs`)) as Pyodide;
  const game = contents.get(GAME);
  if (!game) throw new Error(`${GAME} is missing`);
  const python = await loadPyodide({ indexURL: home, fullStdLib: false }); // from the browser's cache now
  python.unpackArchive(game, "zip", { extractDir: "/game" });
  python.runPython("import sys; sys.path.insert(0, '/game')");
  return python;
}
