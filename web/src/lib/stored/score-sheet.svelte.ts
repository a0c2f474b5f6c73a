/** The score sheet of this browser. It never leaves it, unless somebody saves it as a file. */

import { fromJson, parseRow, toJson, type ScoreRow } from "./score-rows";
import { saveStored, keepDamaged, readText, loadStored, writeText } from "../storage";

const PLACE = "scores";
const OWN = "own_names";
const MOST = 2000; // games; the oldest go first

/** Which games are known. One without its address may have lost it: then everything else tells. */
class KnownGames {
  #records = new Set<string>();
  #games = new Set<string>();
  #nameless = new Set<string>();

  constructor(rows: readonly ScoreRow[]) {
    for (const row of rows) this.isNew(row);
  }

  /** Whether it is new; from now on it is not. */
  isNew(row: ScoreRow): boolean {
    const game = JSON.stringify({ ...row, record: "" });
    if (row.record ? this.#records.has(row.record) || this.#nameless.has(game) : this.#games.has(game)) return false;
    this.#games.add(game);
    if (row.record) this.#records.add(row.record);
    else this.#nameless.add(game);
    return true;
  }
}

export class ScoreSheet {
  rows: readonly ScoreRow[] = $state.raw([]);
  own: readonly string[] = $state.raw([]);
  /** Where an unreadable sheet was put; empty: there was none. */
  damagedCopy = $state("");
  isStored = $state(true); // the browser keeps it

  constructor() {
    this.load();
  }

  load(): void {
    const text = readText(PLACE);
    this.rows = [];
    if (text !== null) {
      try {
        this.rows = fromJson(text);
      } catch {
        this.damagedCopy = keepDamaged(PLACE, text);
      }
    }
    const names = loadStored<unknown>(OWN, []);
    this.own = Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  }

  /** A game that has just ended; whoever sits here is known by their names from now on. */
  addGame(thing: ScoreRow, mine: readonly string[]): void {
    const row = parseRow(thing);
    if (!row || !new KnownGames(this.rows).isNew(row)) return;
    this.own = [...new Set([...this.own, ...mine])].slice(-50);
    saveStored(OWN, this.own);
    this.#set([...this.rows, row]);
  }

  /** The games of a file; how many of them were not known. */
  importRows(rows: readonly ScoreRow[]): number {
    const known = new KnownGames(this.rows);
    const added = rows.filter((row) => known.isNew(row));
    // By date; games of one day stay in the order in which they came.
    if (added.length) this.#set([...this.rows, ...added].sort((a, b) => a.date.localeCompare(b.date)));
    return added.length;
  }

  /** Names that people of this browser play under. */
  addNames(names: readonly string[]): void {
    this.own = [...new Set([...names, ...this.own])].slice(-50);
    saveStored(OWN, this.own);
  }

  #set(rows: readonly ScoreRow[]): void {
    this.rows = rows.slice(-MOST);
    this.isStored = writeText(PLACE, toJson(this.rows));
  }
}

export const scoreSheet = new ScoreSheet();

/** Today where this person is, as in 2026-11-16. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
