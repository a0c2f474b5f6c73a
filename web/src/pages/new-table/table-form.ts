/** The table somebody is about to open, as the form holds it. */

import type { BoardChoice, ModuleChoice, NewTable, SeatPlan, WorldChoice } from "../../wire";

export const MAX_PLAYERS = 5;
export const CLOCK_MINUTES = [5, 10, 15, 20, 30, 45, 60] as const; // minutes for each player's whole game

export type Who = "me" | "open" | "bot";

export interface SeatForm {
  who: Who;
  name: string;
  level: string;
}

export interface TableForm {
  world: string; // id of a choice of the server
  board: string; // of those for this number of players; empty: the first
  players: number;
  seats: SeatForm[]; // always as many as there can be: what was chosen survives a change of the number
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
export function newTableForm(name: string, level: string): TableForm {
  const seats = Array.from({ length: MAX_PLAYERS }, (_, seat): SeatForm => {
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

export function takenSeats(draft: TableForm): SeatForm[] {
  return draft.seats.slice(0, draft.players);
}

/** Some seats are for whoever follows the link. */
export function isOnline(draft: TableForm): boolean {
  return takenSeats(draft).some((seat) => seat.who === "open");
}

/** Several people share this screen. */
export function isHotSeat(draft: TableForm): boolean {
  return takenSeats(draft).filter((seat) => seat.who === "me").length > 1;
}

/** The world of a draft; the usual one if it is not there any more. */
export function worldOf(draft: TableForm, worlds: readonly WorldChoice[]): WorldChoice | undefined {
  return worlds.find((world) => world.id === draft.world) ?? worlds[0];
}

/** Boards of a world for so many players. */
export function boardsFor(world: WorldChoice | undefined, players: number): BoardChoice[] {
  return world?.boards.filter((board) => board.players === players) ?? [];
}

/** How many places a board must have: those of the players, and one for a party. */
export function placesNeeded(draft: TableForm, players = draft.players): number {
  return players + Number(draft.party);
}

/** The numbers of players that can be chosen: those a party is made for, else all that a board is there for. */
export function playerNumbers(draft: TableForm, modules: readonly ModuleChoice[]): readonly number[] {
  const party = modules.find((module) => module.party && draft.modules.includes(module.id));
  return party?.players ?? Array.from({ length: MAX_PLAYERS - 1 }, (_, at) => at + 2);
}

export function boardOf(draft: TableForm, worlds: readonly WorldChoice[]): BoardChoice | undefined {
  const boards = boardsFor(worldOf(draft, worlds), placesNeeded(draft));
  return boards.find((board) => board.id === draft.board) ?? boards[0];
}

/** Another world: what was chosen of its pieces means nothing there, and it may not have a board for so many. */
export function withWorld(draft: TableForm, world: WorldChoice): TableForm {
  const fits = boardsFor(world, placesNeeded(draft)).length > 0;
  const most = Math.max(2, ...world.boards.map((board) => board.players));
  return { ...draft, world: world.id, board: "", players: fits ? draft.players : most, races: null, powers: null, options: {} };
}

/** Another board of the same world: what can be chosen there may be something else. */
export function withBoard(draft: TableForm, board: string): TableForm {
  return { ...draft, board, options: {} };
}

/** An option of the packs; null: as usual. */
export function withOption(draft: TableForm, id: string, value: string | null): TableForm {
  const { [id]: _, ...others } = draft.options;
  return { ...draft, options: value === null ? others : { ...others, [id]: value } };
}

function seatPlan(seat: SeatForm, nameless: string): SeatPlan {
  if (seat.who === "bot") return { who: "bot", level: seat.level };
  return seat.who === "me" ? { who: "me", name: seat.name.trim() || nameless } : { who: "open" };
}

/** With or without a module; what it changes is chosen anew. One that brings a party is for few players. */
export function withModule(draft: TableForm, module: ModuleChoice, on: boolean): TableForm {
  const others = draft.modules.filter((other) => other !== module.id);
  const modules = on ? [...others, module.id] : others;
  if (!module.party) return { ...draft, modules };
  const allowed = on ? (module.players ?? []) : [];
  const players = on ? (allowed.includes(draft.players) ? draft.players : (allowed[0] ?? draft.players)) : Math.max(2, draft.players);
  return { ...draft, modules, party: on, players, board: "", options: {} };
}

/** The packs of a draft: those of its world, and its modules. */
export function packsOf(draft: TableForm, world: WorldChoice | undefined): string[] {
  return [...(world?.packs ?? []), ...draft.modules];
}

/** What the server is asked for. Options that need everybody at one device are left out where friends come by link. */
export function asNewTable(draft: TableForm, worlds: readonly WorldChoice[], nameless: (seat: number) => string): NewTable {
  const alone = !isOnline(draft);
  const board = boardOf(draft, worlds);
  return {
    seats: takenSeats(draft).map((seat, at) => seatPlan(seat, nameless(at))),
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
