/** The log as people read it: turn by turn, and in short for whoever was waiting. */

import { t } from "./i18n.svelte";
import type { EventLine } from "../wire";

/** A line, or several of the same kind that are told as one: then `parts` has all of them. */
export interface LogEntry {
  line: EventLine;
  parts: readonly EventLine[];
}

export interface LogTurn {
  key: string;
  round: number;
  seat: number;
  lines: readonly LogEntry[];
}

// Said by what comes after them: the pair that a race is half of, and the heading of the turn.
const SILENT: ReadonlySet<string> = new Set(["drawn_race", "turn", "round"]);

// One deed in many regions: a redeployment.
const GATHERED: ReadonlySet<string> = new Set(["placed"]);

/** Whatever one people did in many regions in a row is one line. */
export function joinLines(lines: readonly EventLine[]): LogEntry[] {
  const found: { line: EventLine; parts: EventLine[] }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const goesOn =
      last &&
      GATHERED.has(line.kind) &&
      last.line.kind === line.kind &&
      last.line.race?.id === line.race?.id &&
      last.line.seat === line.seat;
    if (goesOn) last.parts.push(line);
    else found.push({ line, parts: [line] });
  }
  return found.map(({ line, parts }) => ({ line, parts: parts.length > 1 ? parts : [] }));
}

export function entryText({ line, parts }: LogEntry): string {
  if (parts.length === 0) return line.text;
  const n = parts.reduce((sum, part) => sum + (part.amount ?? 0), 0);
  return t("table.log_placed", { race: line.race?.name ?? "", n, m: new Set(parts.map((part) => part.region)).size });
}

/** Newest turn first; inside a turn in the order in which things happened. */
export function logByTurn(log: readonly EventLine[]): LogTurn[] {
  const turns: { key: string; round: number; seat: number; lines: EventLine[] }[] = [];
  for (const line of log) {
    if (SILENT.has(line.kind)) continue;
    let last = turns[turns.length - 1];
    if (!last || last.round !== line.round || last.seat !== line.turn) {
      last = { key: `${line.round}.${line.turn}.${line.number}`, round: line.round, seat: line.turn, lines: [] };
      turns.push(last);
    }
    last.lines.push(line);
  }
  return turns.reverse().map((turn) => ({ ...turn, lines: joinLines(turn.lines) }));
}

/**
 * What happened to me since I last decided something: my land, my tokens, my coins. What weighs most comes first: whatever is
 * shown longest weighs most, and of two the later one.
 */
export function happenedToMe(log: readonly EventLine[], me: number, most = 12): EventLine[] {
  const found: EventLine[] = [];
  let end = log.length;
  while (end > 0 && log[end - 1]?.turn === me) end--; // how my new turn began, I can see
  for (let index = end - 1; index >= 0; index--) {
    const line = log[index];
    if (!line || line.turn === me) break;
    if ((line.important ?? true) && (line.seat === me || line.other === me)) found.push(line);
  }
  return found.sort((a, b) => (b.pause ?? 0) - (a.pause ?? 0)).slice(0, most);
}
