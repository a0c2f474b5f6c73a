/**
 * What moves by a rule of its own does many things in one picture. They are told one after another: each choice with its
 * reason, then what came of it. Regions that are still to be spoken of look as they did before.
 */

import type { EventLine, Picture, Player, Spot } from "../../wire";
import { motions, type Motion } from "./motions";

/** One thing to look at, and everything that is to be known of the step to it: worked out once, when it arrives. */
export interface Scene {
  picture: Picture;
  logFrom: number; // lines of the log numbered below this stay; `picture.events` come after them
  news: readonly EventLine[]; // those of its events that are told for the first time
  motions: readonly Motion[];
  arrived: number; // clocks run from when they were told, not from when they are shown
}

/** Where something new to look at begins: a choice that is explained, what follows it, a scoring, another turn. */
function begins(line: EventLine, before: EventLine | undefined): boolean {
  return Boolean(line.why ?? before?.why) || (line.lines?.length ?? 0) > 0 || (before !== undefined && before.turn !== line.turn);
}

function chunks(events: readonly EventLine[], known: number): EventLine[][] {
  const first = events.findIndex((line) => line.number > known && line.why);
  if (first < 0) return [[...events]];
  const found: EventLine[][] = [events.slice(0, first)];
  for (let at = first; at < events.length; at++) {
    const line = events[at];
    if (!line) continue;
    if (begins(line, events[at - 1])) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found.filter((chunk, at) => at === 0 || chunk.length > 0);
}

/** As it was, with whoever is about to be driven out: what was placed there meanwhile is told by who leaves. */
function untouched(old: Spot, later: readonly EventLine[]): Spot {
  const leaving = later
    .filter((line) => line.region === old.region && (line.kind === "displaced" || line.kind === "lost"))
    .reduce((sum, line) => sum + (line.amount ?? 0), 0);
  return old.stack && leaving > old.stack.tokens ? { ...old, stack: { ...old.stack, tokens: leaving } } : old;
}

/** A picture that nothing leads to: a welcome. */
export function firstScene(picture: Picture, arrived: number): Scene {
  return { picture: { ...picture, fresh: true }, logFrom: picture.first ?? 0, news: [], motions: [], arrived };
}

/**
 * From one picture to the next: one scene, or several where much happened at once. `known`: the last line of the log
 * that has been told. A picture may tell old lines again, with what has become public: at the end of a game, all.
 */
export function scenesBetween(before: Picture, picture: Picture, known: number, arrived: number, split: boolean): Scene[] {
  let last = before;
  return (split ? parts(before, picture, known) : [picture]).map((part, at): Scene => {
    const news = part.fresh ? [] : part.events.filter((event) => event.number > known);
    const scene = { picture: part, logFrom: at === 0 ? (picture.first ?? 0) : Infinity, news, motions: motions(last, part, news), arrived };
    last = part;
    return scene;
  });
}

/** The pictures that lead to a picture, which is the last of them. */
export function parts(before: Picture, picture: Picture, known: number): Picture[] {
  if (picture.fresh) return [picture];
  const parts = chunks(picture.events, known);
  if (parts.length < 2) return [picture];
  const old = new Map(before.spots.map((spot) => [spot.region, spot]));
  let now = before.now;
  return parts.map((events, at): Picture => {
    const later = parts.slice(at + 1).flat();
    if (later.length === 0) return { ...picture, events };
    const named = new Set(later.filter((line) => !line.lines?.length).map((line) => line.region ?? -1));
    const paid = new Set(later.filter((line) => line.lines?.length).map((line) => line.seat ?? -1));
    const last = events.at(-1) ?? later[0];
    now = events.find((line) => line.why)?.text ?? (at === 0 ? (events.at(-1)?.text ?? now) : now);
    return {
      ...picture,
      events,
      now,
      round: last?.round ?? picture.round,
      turn: last?.turn ?? picture.turn,
      decides: -1,
      step: before.step,
      spots: picture.spots.map((spot) => {
        const was = named.has(spot.region) ? old.get(spot.region) : undefined;
        return was ? untouched(was, later) : spot;
      }),
      players: picture.players.map((player): Player => {
        const was = paid.has(player.seat) ? before.players.find((other) => other.seat === player.seat) : undefined;
        return was ? { ...player, coins: was.coins } : player;
      }),
      aims: null,
      ask: null,
      trail: [],
      undo: { ...picture.undo, undo: 0, redo: 0 },
      income: null,
      result: [],
      story: null,
      score: null,
    };
  });
}
