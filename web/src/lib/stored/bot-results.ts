/** How this person has fared against bots, kept in the browser: it says who the next opponent had better be. */

import { saveStored, loadStored } from "../storage";
import type { Picture, TableInfo } from "../../wire";

export interface BotResult {
  table: string;
  level: string;
  won: boolean;
}

const NAME = "fare";
const KEPT = 40;
const RECENT = 3; // games of a level that are looked at
const UP = 2; // of them won: somebody stronger
const FIRST = 1; // after the first game nobody has to play the weakest again

export function isBotResult(thing: unknown): thing is BotResult {
  const result = thing as BotResult | null;
  return typeof result?.table === "string" && typeof result.level === "string" && typeof result.won === "boolean";
}

/** Those of a file come before those that are here. */
export function addResults(results: readonly BotResult[]): void {
  const here = botResults();
  const fresh = results.filter((result) => !here.some((other) => other.table === result.table));
  if (fresh.length) saveStored(NAME, [...fresh, ...here].slice(-KEPT));
}

export function botResults(): readonly BotResult[] {
  const kept = loadStored<unknown>(NAME, []);
  return Array.isArray(kept) ? (kept as BotResult[]).filter((result) => typeof result?.level === "string") : [];
}

/** A finished game of one person against bots; lessons and others do not count, and no game counts twice. */
export function rememberResult(info: TableInfo, picture: Picture): void {
  const bots = info.seats.filter((seat) => seat.who === "bot");
  const alone = info.mine.length === 1 && bots.length === info.seats.length - 1;
  const [bot] = bots;
  if (!alone || !bot || info.options.start || !picture.result?.length) return;
  const before = botResults();
  if (before.some((result) => result.table === info.id)) return;
  const won = picture.result.some((standing) => standing.winner && info.mine.includes(standing.seat));
  saveStored(NAME, [...before, { table: info.id, level: bot.level ?? "", won }].slice(-KEPT));
}

/** Levels come weakest first. A newcomer meets the weakest, then the next; from there on it goes by results. */
export function nextOpponent(levels: readonly string[], played: readonly BotResult[] = botResults()): string {
  const last = played.at(-1);
  if (!last) return levels[0] ?? "";
  const here = levels.indexOf(last.level);
  if (here < 0) return levels[FIRST] ?? levels[0] ?? "";
  const recent = played.filter((result) => result.level === last.level).slice(-RECENT);
  const wins = recent.filter((result) => result.won).length;
  const step = here < FIRST || wins >= UP ? 1 : recent.length === RECENT && wins === 0 ? -1 : 0;
  const next = Math.min(levels.length - 1, Math.max(FIRST, here + step));
  return levels[next] ?? "";
}
