/** The log as people read it: turn by turn, and in short for whoever was waiting. */

import type { EventLine } from "../wire";

export interface TurnOfLog {
  key: string;
  round: number;
  seat: number;
  lines: readonly EventLine[];
}

// Said by what comes after them: the pair that a race is half of, and the heading of the turn.
const SILENT: ReadonlySet<string> = new Set(["drawn_race", "turn", "round"]);

/** Newest turn first; inside a turn in the order in which things happened. */
export function byTurn(log: readonly EventLine[]): TurnOfLog[] {
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
  return turns.reverse();
}

/** What happened to me since I last decided something: my land, my tokens, my coins; oldest first. */
export function toMe(log: readonly EventLine[], me: number, most = 12): EventLine[] {
  const found: EventLine[] = [];
  let end = log.length;
  while (end > 0 && log[end - 1]?.turn === me) end--; // how my new turn began, I can see
  for (let index = end - 1; index >= 0; index--) {
    const line = log[index];
    if (!line || line.turn === me) break;
    if ((line.important ?? true) && (line.seat === me || line.other === me)) found.push(line);
  }
  return found.slice(0, most).reverse();
}
