/** The table somebody is about to open, as the form holds it. */

import type { BoardChoice, ModuleChoice, NewTable, SeatPlan, WorldChoice } from "../wire";

export const MOST_PLAYERS = 5;
export const CLOCKS = [5, 10, 15, 20, 30, 45, 60] as const; // minutes for each player's whole game

export type Who = "me" | "open" | "bot";

export interface SeatDraft {
  who: Who;
  name: string;
  level: string;
}

export interface Draft {
  world: string; // id of a choice of the server
  board: string; // of those for this number of players; empty: the first
  players: number;
  seats: SeatDraft[]; // always as many as there can be: what was chosen survives a change of the number
  minutes: number | null;
  freeUndo: boolean;
  guide: boolean;
  standin: string;
  seed: string;
  races: string[] | null; // null: all
  powers: string[] | null;
  options: Record<string, string>; // of the packs, other than the usual ones
  modules: string[]; // packs with rules that come on top of any world
  party: boolean; // one of them brings a party, which takes a player's place on the board
}

/** One person and bots: the table most people open. */
export function freshDraft(name: string, level: string): Draft {
  const seats = Array.from({ length: MOST_PLAYERS }, (_, seat): SeatDraft => {
    return { who: seat === 0 ? "me" : "bot", name: seat === 0 ? name : "", level };
  });
  return {
    world: "",
    board: "",
    players: 2,
    seats,
    minutes: null,
    freeUndo: false,
    guide: false,
    standin: level,
    seed: "",
    races: null,
    powers: null,
    options: {},
    modules: [],
    party: false,
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

/** The world of a draft; the usual one if it is not there any more. */
export function worldOf(draft: Draft, worlds: readonly WorldChoice[]): WorldChoice | undefined {
  return worlds.find((world) => world.id === draft.world) ?? worlds[0];
}

/** Boards of a world for so many players. */
export function boardsFor(world: WorldChoice | undefined, players: number): BoardChoice[] {
  return world?.boards.filter((board) => board.players === players) ?? [];
}

/** How many places a board must have: those of the players, and one for a party. */
export function places(draft: Draft, players = draft.players): number {
  return players + Number(draft.party);
}

/** The numbers of players that can be chosen: those a party is made for, else all that a board is there for. */
export function numbers(draft: Draft, modules: readonly ModuleChoice[]): readonly number[] {
  const party = modules.find((module) => module.party && draft.modules.includes(module.id));
  return party?.players ?? Array.from({ length: MOST_PLAYERS - 1 }, (_, at) => at + 2);
}

export function boardOf(draft: Draft, worlds: readonly WorldChoice[]): BoardChoice | undefined {
  const boards = boardsFor(worldOf(draft, worlds), places(draft));
  return boards.find((board) => board.id === draft.board) ?? boards[0];
}

/** Another world: what was chosen of its pieces means nothing there, and it may not have a board for so many. */
export function moveTo(draft: Draft, world: WorldChoice): Draft {
  const fits = boardsFor(world, places(draft)).length > 0;
  const most = Math.max(2, ...world.boards.map((board) => board.players));
  return { ...draft, world: world.id, board: "", players: fits ? draft.players : most, races: null, powers: null, options: {} };
}

/** Another board of the same world: what can be chosen there may be something else. */
export function onBoard(draft: Draft, board: string): Draft {
  return { ...draft, board, options: {} };
}

/** An option of the packs; null: as usual. */
export function withOption(draft: Draft, id: string, value: string | null): Draft {
  const { [id]: _, ...others } = draft.options;
  return { ...draft, options: value === null ? others : { ...others, [id]: value } };
}

function seatPlan(seat: SeatDraft, nameless: string): SeatPlan {
  if (seat.who === "bot") return { who: "bot", level: seat.level };
  return seat.who === "me" ? { who: "me", name: seat.name.trim() || nameless } : { who: "open" };
}

/** With or without a module; what it changes is chosen anew. One that brings a party is for few players. */
export function withModule(draft: Draft, module: ModuleChoice, on: boolean): Draft {
  const others = draft.modules.filter((other) => other !== module.id);
  const modules = on ? [...others, module.id] : others;
  if (!module.party) return { ...draft, modules };
  const allowed = on ? (module.players ?? []) : [];
  const players = on ? (allowed.includes(draft.players) ? draft.players : (allowed[0] ?? draft.players)) : Math.max(2, draft.players);
  return { ...draft, modules, party: on, players, board: "", options: {} };
}

/** The packs of a draft: those of its world, and its modules. */
export function packsOf(draft: Draft, world: WorldChoice | undefined): string[] {
  return [...(world?.packs ?? []), ...draft.modules];
}

/** What the server is asked for. Options that need everybody at one device are left out where friends come by link. */
export function asNewTable(draft: Draft, worlds: readonly WorldChoice[], nameless: (seat: number) => string): NewTable {
  const alone = !online(draft);
  const board = boardOf(draft, worlds);
  return {
    seats: taking(draft).map((seat, at) => seatPlan(seat, nameless(at))),
    options: {
      ...(board && { packs: packsOf(draft, worldOf(draft, worlds)), board: board.id }),
      races: draft.races,
      powers: draft.powers,
      options: draft.options,
      minutes: draft.minutes,
      free_undo: alone && draft.freeUndo,
      guide: draft.guide,
      standin: draft.standin,
      seed: alone ? draft.seed.trim() : "",
    },
  };
}
