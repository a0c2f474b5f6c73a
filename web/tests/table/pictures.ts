/** Pictures for tests: small, and complete as far as types go. */

import type { EventLine, Named, Picture, Spot, Stack } from "../../src/wire";

export const named = (kind: string, id: string): Named => ({ kind, id, name: id });

export function stack(race: string, owner: number, tokens: number, active = true): Stack {
  return { race: named("race", race), owner, tokens, active };
}

export function spot(region: number, held: Stack | null = null, markers: Record<string, number> = {}): Spot {
  return {
    region,
    stack: held,
    markers: Object.entries(markers).map(([id, count]) => ({ marker: named("marker", id), count })),
    immune: false,
    label: `Region ${region}`,
  };
}

export function line(number: number, turn: number, kind = "conquered", more: Partial<EventLine> = {}): EventLine {
  return { number, round: 1, turn, kind, text: `${kind} ${number}`, pause: 650, ...more };
}

export function picture(version: number, more: Partial<Picture> = {}): Picture {
  return {
    type: "picture",
    version,
    you: 0,
    round: 1,
    rounds: 10,
    turn: 0,
    decides: 0,
    step: "conquer",
    now: "",
    spots: [],
    offers: [],
    players: [],
    ask: null,
    trail: [],
    undo: { undo: 0, redo: 0, wall: "", wall_id: "start" },
    income: null,
    first: 0,
    events: [],
    ...more,
  };
}
