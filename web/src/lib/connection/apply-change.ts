/**
 * From one picture to the next. A picture comes as a whole once; after that the server says what changed, and names
 * and receipts that were sent before come as numbers. `smallworld.server.rooms.changes` tells how it is written.
 */

import type { Change, EventLine, Picture } from "../../wire";

type Json = unknown;
type Word = string | number | boolean | null;
/** A word is the new value, as is what stands alone in a list; a table changes parts of one. */
type Part = Word | [Json] | { "~": Items } | { [key: string]: Part };
/** So many items of the old list from a place on, a new one, or a changed one by its place. */
type Item = [number, number] | [Json] | Record<string, Part>;
/** All of them; or, in a list as long as it was, those that changed by their place. */
type Items = readonly Item[] | Record<string, Part>;

/** Things by number, as they were sent; the numbers inside them have been looked up. */
export type Things = Map<number, Json>;

const isTable = (value: Json): value is Record<string, Json> => typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (items: Items): items is readonly Item[] => Array.isArray(items);

function read(value: Json, things: Things): Json {
  if (Array.isArray(value)) return value.map((item) => read(item, things));
  if (!isTable(value)) return value;
  if ("$" in value) {
    const thing = things.get(value.$ as number);
    if (thing === undefined) throw new Error(`thing ${String(value.$)} was never sent`);
    return thing;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item, things)]));
}

function after(old: Json, part: Part, things: Things): Json {
  if (Array.isArray(part)) return read(part[0], things);
  if (!isTable(part)) return part;
  if ("~" in part) return itemsAfter(old as Json[], part["~"] as Items, things);
  const before = old as Record<string, Json>;
  const changed = Object.entries(part).map(([key, inner]) => [key, after(before[key], inner, things)]);
  return { ...before, ...(Object.fromEntries(changed) as Record<string, Json>) };
}

function itemsAfter(old: readonly Json[], items: Items, things: Things): Json[] {
  if (!isList(items)) {
    return old.map((item, place) => {
      const part = items[place];
      return part === undefined ? item : after(item, part, things);
    });
  }
  return items.flatMap((item) => {
    if (!Array.isArray(item)) return Object.entries(item).map(([place, part]) => after(old[Number(place)], part, things));
    if (item.length === 1) return [read(item[0], things)];
    return old.slice(item[0], item[0] + item[1]);
  });
}

/** Number, round and turn are left out where they are as in the line before; `start` has those of the picture. */
function eventsOf(lines: readonly Json[], start: Pick<EventLine, "number" | "round" | "turn">, things: Things): EventLine[] {
  let { number, round, turn } = start;
  return lines.map((line) => {
    const event = { number, round, turn, ...(read(line, things) as Partial<EventLine>) } as EventLine;
    ({ number, round, turn } = event);
    return event;
  });
}

/** Throws if something is missing: then the whole picture has to be asked for. */
export function pictureAfter(before: Picture, change: Change, things: Things): Picture {
  if (before.version !== change.base) throw new Error(`a change of ${change.base}, but ${before.version} is here`);
  for (const [number, thing] of change.things ?? []) things.set(Number(number), read(thing, things)); // inner ones first
  const parts = change.parts as Record<string, Part>;
  const changed = Object.entries(parts).map(([key, part]) => [key, after((before as unknown as Record<string, Json>)[key], part, things)]);
  const picture = { ...before, ...(Object.fromEntries(changed) as Partial<Picture>) };
  const { round, turn } = picture;
  return {
    ...picture,
    first: change.first,
    fresh: change.fresh ?? false,
    events: eventsOf(change.events ?? [], { number: change.first, round, turn }, things),
  };
}
