/**
 * Everything this browser holds as one file, and back. Tables come as the host wrote them and are opened by it again,
 * which checks them as any foreign text; the rest is checked here, piece by piece. The file holds no keys: whoever gets
 * one has the games, but no seat at a server.
 */

import { api, ApiError, errorDetails, errorText } from "../api";
import { markStageDone, stagesDone } from "../lessons";
import { keepName, myName } from "../open-table";
import { links } from "../router.svelte";
import { settings, validSettings } from "../settings.svelte";
import { loadStored, saveStored } from "../storage";
import { addResults, botResults, isBotResult } from "./bot-results";
import { isPackData, myPieces, type PackData } from "./my-pieces.svelte";
import { myTables } from "./my-tables.svelte";
import { parseRow, type ScoreRow } from "./score-rows";
import { scoreSheet } from "./score-sheet.svelte";

export const KIND = "smallworld everything";
export const FORMAT = 1;
export const BIGGEST = 30_000_000; // bytes
const MOST_TABLES = 200;
const MOST_ROWS = 2000;
const MOST_PIECES = 60;
const WAIT = 2500; // milliseconds, when a server says that this goes too fast
const TRIES = 40;
const TAKEN = "taken"; // tables of files that were opened here: never twice

export interface Everything {
  what: string;
  format: number;
  tables: { table: string; file: unknown }[]; // as it was called where it comes from
  scores: ScoreRow[]; // in `record` the name of a table, or nothing
  own: string[];
  pieces: PackData[];
  results: unknown[];
  lessons: string[];
  name: string;
  settings: unknown;
}

/** Where a table of the file is here. */
interface Place {
  table: string;
  key: string;
  watch: string; // enough to see it again
}

export interface Saved {
  everything: Everything;
  left: number; // tables that could not come along
}

export interface Taken {
  tables: number;
  pieces: number;
  games: number;
  refused: readonly string[]; // why, one line each
  kept: boolean; // by the browser
}

export class FileError extends Error {
  constructor(readonly key: "foreign" | "newer" | "big") {
    super(key);
  }
}

const LINK = /#\/(?:replay|t)\/([A-Za-z0-9_-]{8,32})\/([A-Za-z0-9_-]{16,64})/;

/** The tables that are known here: those of the list, and those that games of the score sheet were played at. */
function knownTables(): { table: string; key: string }[] {
  const listed = myTables.tables.filter(({ phase }) => phase !== "gone").map(({ table, key }) => [table, key] as const);
  const scored = scoreSheet.rows.flatMap(({ record }) => {
    const [, table, key] = LINK.exec(record) ?? [];
    return table && key ? [[table, key] as const] : [];
  });
  return [...new Map([...scored, ...listed])].map(([table, key]) => ({ table, key })).slice(-MOST_TABLES);
}

export async function saveEverything(ondone: (done: number, total: number) => void): Promise<Saved> {
  const known = knownTables();
  const tables: Everything["tables"] = [];
  let left = 0;
  for (const [done, { table, key }] of known.entries()) {
    ondone(done, known.length);
    try {
      const file: unknown = JSON.parse(await patiently(() => api.tableFile(table, key)));
      tables.push({ table, file });
    } catch (error) {
      if (!(error instanceof ApiError) || error.cause === "unreachable") throw error;
      left += 1;
    }
  }
  const everything: Everything = {
    what: KIND,
    format: FORMAT,
    tables,
    scores: scoreSheet.rows.map((row) => ({ ...row, record: LINK.exec(row.record)?.[1] ?? "" })),
    own: [...scoreSheet.own],
    pieces: myPieces.all.map(({ data }) => data),
    results: [...botResults()],
    lessons: [...stagesDone()],
    name: myName(),
    settings: loadStored<unknown>("settings", null),
  };
  return { everything, left };
}

/** What is in a file, or why it is none. Its tables are not looked into. */
export function readEverything(text: string): Everything {
  if (text.length > BIGGEST) throw new FileError("big");
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new FileError("foreign");
  }
  const found = data as Partial<Record<keyof Everything, unknown>> | null;
  if (typeof found !== "object" || found?.what !== KIND || !Number.isInteger(found.format)) throw new FileError("foreign");
  if ((found.format as number) > FORMAT) throw new FileError("newer");
  const list = (value: unknown, most: number): unknown[] => {
    if (!Array.isArray(value) || value.length > most) throw new FileError("foreign");
    return value as unknown[];
  };
  const isTable = (thing: unknown): thing is Everything["tables"][number] =>
    typeof (thing as { table?: unknown } | null)?.table === "string" && typeof (thing as { file?: unknown }).file === "object";
  const texts = (value: unknown, most: number): string[] => list(value, most).filter((one): one is string => typeof one === "string");
  const tables = list(found.tables, MOST_TABLES);
  const rows = list(found.scores, MOST_ROWS).map(parseRow);
  const pieces = list(found.pieces, MOST_PIECES);
  if (!tables.every(isTable) || rows.includes(null) || !pieces.every(isPackData)) throw new FileError("foreign");
  return {
    what: KIND,
    format: FORMAT,
    tables,
    scores: rows as ScoreRow[],
    own: texts(found.own, 50),
    pieces,
    results: list(found.results, 200),
    lessons: texts(found.lessons, 500),
    name: typeof found.name === "string" ? found.name : "",
    settings: found.settings,
  };
}

/** A server bounds how fast tables are opened: then a little later once more. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let again = 0; ; again++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.cause !== "too_fast" || again >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT));
    }
  }
}

/** Whether it is the same journal as one that was opened here before. */
async function fingerprint(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest.slice(0, 9), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Opens what is new, and leaves alone what is here. */
export async function takeEverything(file: Everything, ondone: (done: number, total: number) => void): Promise<Taken> {
  const taken = new Map(loadStored<[string, Place][]>(TAKEN, []));
  const places = new Map<string, Place>(myTables.tables.map(({ table, key }) => [table, { table, key, watch: key }]));
  const refused: string[] = [];
  let tables = 0;
  for (const [done, { table, file: content }] of file.tables.entries()) {
    ondone(done, file.tables.length);
    const text = JSON.stringify(content);
    const print = await fingerprint(text);
    const before = taken.get(print) ?? ((await isSame(places.get(table), text)) ? places.get(table) : undefined);
    if (before) {
      places.set(table, before);
      continue;
    }
    try {
      const { table: id, key, watch } = await patiently(() => api.openTableFile(text));
      await myTables.visit(id, key);
      taken.set(print, { table: id, key, watch });
      places.set(table, { table: id, key, watch });
      tables += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.cause === "unreachable") throw error;
      refused.push([errorText(error), ...errorDetails(error)].join(" "));
    }
  }
  const here = (record: string): string => {
    const place = places.get(record);
    return place ? links.replay(place.table, place.watch) : "";
  };
  const games = scoreSheet.importRows(file.scores.map((row) => ({ ...row, record: here(row.record) })));
  scoreSheet.addNames(file.own);
  const known = new Set(myPieces.all.map(({ data }) => JSON.stringify(data)));
  const pieces = file.pieces.filter((data) => !known.has(JSON.stringify(data)) && myPieces.add(data)).length;
  addResults(file.results.filter(isBotResult).map((one) => ({ ...one, table: places.get(one.table)?.table ?? one.table })));
  for (const id of file.lessons) markStageDone(id.slice(0, 80));
  if (!myName()) keepName(file.name);
  if (file.settings) settings.set(validSettings(file.settings, navigator.languages));
  const kept = scoreSheet.isStored && myPieces.isStored && saveStored(TAKEN, [...taken].slice(-MOST_TABLES));
  return { tables, pieces, games, refused, kept };
}

/** Whether a table of this browser is the one in the file, and as far. */
async function isSame(place: Place | undefined, text: string): Promise<boolean> {
  if (!place) return false;
  try {
    return (await api.tableFile(place.table, place.key)) === text;
  } catch {
    return false;
  }
}
