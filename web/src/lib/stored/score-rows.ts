/**
 * The score sheet as a file: the same JSON and CSV that the terminal reads and writes. Whatever is wrong with a file is
 * said with its place, and nothing of it is taken.
 */

export interface ScoreRow {
  date: string; // as in 2026-11-16
  names: string[];
  packs: string[];
  board: string;
  tokens: number; // of the party; 0: there was none
  races: string[][]; // of each player: "power race", in the order in which they were picked
  scores: number[]; // a party's comes last and has no name
  winners: number[];
  record: string; // where the game can be seen again: an address here, a file in the terminal
  daily: string; // the day, if it was the game of one
}

export const FILE_KIND = "smallworld scores";
export const FILE_FORMAT = 1;
const BETWEEN = " | "; // in a CSV cell that holds several things
const COLUMNS = ["date", "names", "packs", "board", "tokens", "races", "scores", "winners", "record", "daily"] as const;

/** What is wrong: a key of the texts, and its facts. */
export class ScoreFileError extends Error {
  constructor(
    readonly key: "not_json" | "foreign" | "newer" | "columns" | "row",
    readonly facts: Readonly<Record<string, string | number>> = {},
  ) {
    super(key);
  }
}

export const hasParty = (row: ScoreRow): boolean => row.scores.length > row.names.length;

const isList = <T>(value: unknown, one: (item: unknown) => item is T): value is T[] => Array.isArray(value) && value.every(one);
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => Number.isInteger(value);
const isTexts = (value: unknown): value is string[] => isList(value, isText);

/** A row if it is one, else null. */
export function parseRow(thing: unknown): ScoreRow | null {
  if (typeof thing !== "object" || thing === null) return null;
  const row = { record: "", daily: "", ...thing } as ScoreRow;
  if (!COLUMNS.every((name) => name in row)) return null;
  const words = [row.date, row.board, row.record, row.daily].every(isText);
  const lists =
    isTexts(row.names) && isTexts(row.packs) && isList(row.scores, isNumber) && isList(row.winners, isNumber) && isList(row.races, isTexts);
  if (!words || !lists || !isNumber(row.tokens)) return null;
  const seats = row.names.length;
  const fits = seats > 0 && [seats, seats + 1].includes(row.scores.length) && row.races.length === seats;
  if (!fits || row.winners.some((seat) => seat < 0 || seat >= row.scores.length)) return null;
  return Object.fromEntries(COLUMNS.map((name) => [name, row[name]])) as unknown as ScoreRow;
}

function parseRows(things: readonly unknown[], shift: number): ScoreRow[] {
  return things.map((thing, at) => {
    const row = parseRow(thing);
    if (!row) throw new ScoreFileError("row", { n: at + shift });
    return row;
  });
}

export function toJson(rows: readonly ScoreRow[]): string {
  return `${JSON.stringify({ what: FILE_KIND, format: FILE_FORMAT, games: rows }, null, 1)}\n`;
}

export function fromJson(text: string): ScoreRow[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new ScoreFileError("not_json");
  }
  const sheet = data as { what?: unknown; format?: unknown; games?: unknown } | null;
  if (typeof sheet !== "object" || sheet?.what !== FILE_KIND || !Array.isArray(sheet.games)) throw new ScoreFileError("foreign");
  if (!isNumber(sheet.format) || sheet.format > FILE_FORMAT) throw new ScoreFileError("newer");
  return parseRows(sheet.games, 1);
}

/** As it may be given away: the address of a game holds the key to it, and is left out. */
export function withoutKeys(rows: readonly ScoreRow[]): ScoreRow[] {
  return rows.map((row) => (row.record.includes("#") ? { ...row, record: "" } : row));
}

// A spreadsheet would take a name that begins like this for a formula, and run it.
const FORMULA = /^'*[=+\-@\t\r]/;
const guarded = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);
const unguarded = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

const quoted = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function cellOf(value: ScoreRow[keyof ScoreRow]): string {
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => (Array.isArray(one) ? one.join(", ") : String(one))).join(BETWEEN);
}

export function toCsv(rows: readonly ScoreRow[]): string {
  const lines = [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((name) => quoted(guarded(cellOf(row[name])))).join(","))];
  return `${lines.join("\n")}\n`;
}

/** Lines of cells; quotes may hold commas, line ends and doubled quotes. */
function cells(text: string): string[][] {
  const lines: string[][] = [];
  let [line, cell, inside]: [string[], string, boolean] = [[], "", false];
  const endCell = (): void => {
    line.push(unguarded(cell));
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (inside) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else inside = false;
    } else if (letter === '"') inside = true;
    else if (letter === ",") endCell();
    else if (letter === "\n") {
      endCell();
      lines.push(line);
      line = [];
    } else if (letter !== "\r") cell += letter;
  }
  if (cell || line.length) {
    endCell();
    lines.push(line);
  }
  return lines;
}

export function fromCsv(text: string): ScoreRow[] {
  const [head = [], ...lines] = cells(text);
  if (head.join() !== COLUMNS.join()) throw new ScoreFileError("columns");
  const list = (cell: string): string[] => (cell ? cell.split(BETWEEN) : []);
  const numbers = (cell: string): number[] => list(cell).map(Number);
  const things = lines.map((line) => {
    if (line.length !== COLUMNS.length) return null;
    const [date = "", names = "", packs = "", board = "", tokens = "", races = "", scores = "", winners = "", record = "", daily = ""] =
      line;
    return {
      date,
      board,
      record,
      daily,
      names: list(names),
      packs: list(packs),
      tokens: Number(tokens),
      races: races.split(BETWEEN).map((one) => (one ? one.split(", ") : [])),
      scores: numbers(scores),
      winners: numbers(winners),
    };
  });
  return parseRows(things, 2);
}

/** Whatever of the two it is. */
export function fromFile(text: string): ScoreRow[] {
  const start = text.trimStart();
  return start.startsWith("{") || start.startsWith("[") ? fromJson(text) : start.startsWith("date,") ? fromCsv(text) : fail();
}

function fail(): never {
  throw new ScoreFileError("foreign");
}

// --- a series ------------------------------------------------------------------------------------------

/** The last game of a series: the same packs, so many players against a party; games of a day are none of it. */
export function lastOfSeries(rows: readonly ScoreRow[], packs: readonly string[], players: number): ScoreRow | undefined {
  const same = (row: ScoreRow): boolean => row.packs.length === packs.length && packs.every((pack) => row.packs.includes(pack));
  return rows.filter((row) => hasParty(row) && !row.daily && row.names.length === players && same(row)).at(-1);
}

// --- pictures ------------------------------------------------------------------------------------------

/** The seat of somebody who goes by one of these names; alone there is no doubt. */
export function ownSeat(row: ScoreRow, own: readonly string[]): number {
  return row.names.length === 1 ? 0 : row.names.findIndex((name) => own.includes(name));
}

export interface ComboTally {
  combo: string;
  games: number;
  won: number;
}

/** The combos somebody has played, those that were in most won games first. */
export function comboTallies(rows: readonly ScoreRow[], own: readonly string[]): ComboTally[] {
  const found = new Map<string, ComboTally>();
  for (const row of rows) {
    const seat = ownSeat(row, own);
    for (const combo of new Set(row.races[seat] ?? [])) {
      const tally = found.get(combo) ?? { combo, games: 0, won: 0 };
      found.set(combo, { combo, games: tally.games + 1, won: tally.won + Number(row.winners.includes(seat)) });
    }
  }
  return [...found.values()].sort((a, b) => b.won - a.won || a.games - b.games || a.combo.localeCompare(b.combo));
}
