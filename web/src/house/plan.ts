/** The table somebody is about to open, as the form holds it. */

import type { NewTable, SeatPlan } from "../wire";

export const MOST_PLAYERS = 5;
export const CLOCKS = [5, 10, 15, 20, 30, 45, 60] as const; // minutes for each player's whole game

export type Who = "me" | "open" | "bot";

export interface SeatDraft {
  who: Who;
  name: string;
  level: string;
}

export interface Draft {
  players: number;
  seats: SeatDraft[]; // always as many as there can be: what was chosen survives a change of the number
  minutes: number | null;
  freeUndo: boolean;
  guide: boolean;
  standin: string;
  seed: string;
  races: string[] | null; // null: all
  powers: string[] | null;
}

/** One person and bots: the table most people open. */
export function freshDraft(name: string, level: string): Draft {
  const seats = Array.from({ length: MOST_PLAYERS }, (_, seat): SeatDraft => {
    return { who: seat === 0 ? "me" : "bot", name: seat === 0 ? name : "", level };
  });
  return {
    players: 2,
    seats,
    minutes: null,
    freeUndo: false,
    guide: false,
    standin: level,
    seed: "",
    races: null,
    powers: null,
  };
}

export function taking(draft: Draft): SeatDraft[] {
  return draft.seats.slice(0, draft.players);
}

/** Some seats are for whoever follows the link. */
export function online(draft: Draft): boolean {
  return taking(draft).some((seat) => seat.who === "open");
}

/** Several people share this screen. */
export function hotSeat(draft: Draft): boolean {
  return taking(draft).filter((seat) => seat.who === "me").length > 1;
}

function seatPlan(seat: SeatDraft, nameless: string): SeatPlan {
  if (seat.who === "bot") return { who: "bot", level: seat.level };
  return seat.who === "me" ? { who: "me", name: seat.name.trim() || nameless } : { who: "open" };
}

/** What the server is asked for. Options that need everybody at one device are left out where friends come by link. */
export function asNewTable(draft: Draft, nameless: (seat: number) => string): NewTable {
  const alone = !online(draft);
  return {
    seats: taking(draft).map((seat, at) => seatPlan(seat, nameless(at))),
    options: {
      races: draft.races,
      powers: draft.powers,
      minutes: draft.minutes,
      free_undo: alone && draft.freeUndo,
      guide: draft.guide,
      standin: draft.standin,
      seed: alone ? draft.seed.trim() : "",
    },
  };
}
