/** The score sheet of this browser. It never leaves it, unless somebody saves it as a file. */

import { fromJson, rowOf, toJson, type Row } from "./scores";
import { keep, putAside, readText, recall, writeText } from "./storage";

const PLACE = "scores";
const OWN = "own_names";
const MOST = 2000; // games; the oldest go first

const sameGame = (a: Row, b: Row): boolean => (a.record !== "" && a.record === b.record) || JSON.stringify(a) === JSON.stringify(b);

export class Sheet {
  rows: readonly Row[] = $state.raw([]);
  own: readonly string[] = $state.raw([]);
  /** Where an unreadable sheet was put; empty: there was none. */
  aside = $state("");
  kept = $state(true); // the browser keeps it

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
        this.aside = putAside(PLACE, text);
      }
    }
    const names = recall<unknown>(OWN, []);
    this.own = Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  }

  /** A game that has just ended; whoever sits here is known by their names from now on. */
  enter(thing: Row, mine: readonly string[]): void {
    const row = rowOf(thing);
    if (!row || this.rows.some((other) => sameGame(other, row))) return;
    this.own = [...new Set([...this.own, ...mine])].slice(-50);
    keep(OWN, this.own);
    this.#set([...this.rows, row]);
  }

  /** The games of a file; how many of them were not known. */
  take(rows: readonly Row[]): number {
    const added = rows.filter((row, at) => !this.rows.some((other) => sameGame(other, row)) && !rows.slice(0, at).some((other) => sameGame(other, row)));
    // By date; games of one day stay in the order in which they came.
    if (added.length) this.#set([...this.rows, ...added].sort((a, b) => a.date.localeCompare(b.date)));
    return added.length;
  }

  #set(rows: readonly Row[]): void {
    this.rows = rows.slice(-MOST);
    this.kept = writeText(PLACE, toJson(this.rows));
  }
}

export const sheet = new Sheet();

/** Today where this person is, as in 2026-11-16. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
