/** A pack as a file says it, changed without being touched: every change makes new tables along its path. */

import type { Data } from "../lib/brews.svelte";
import { isData } from "../lib/brews.svelte";

export type Path = readonly (string | number)[];

/** What stands at a path; undefined: nothing does. */
export function at(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((here, key) => (here as Record<string | number, unknown> | undefined | null)?.[key], data);
}

export function table(data: unknown, path: Path): Data {
  const found = at(data, path);
  return isData(found) ? found : {};
}

export function list(data: unknown, path: Path): readonly unknown[] {
  const found = at(data, path);
  return Array.isArray(found) ? found : [];
}

export function text(data: unknown, path: Path): string {
  const found = at(data, path);
  return typeof found === "string" ? found : "";
}

/** With a value at a path; undefined takes it away, and tables that are empty then, too. */
export function put<T>(data: T, path: Path, value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  if (typeof key === "number") {
    const rows = Array.isArray(data) ? [...(data as unknown[])] : [];
    if (value === undefined && rest.length === 0) rows.splice(key, 1);
    else rows[key] = put(rows[key], rest, value);
    return rows as T;
  }
  const { [key]: before, ...others } = (isData(data) ? data : {}) as Data;
  const next = put(before, rest, value);
  const gone = next === undefined || (value === undefined && isEmpty(next));
  // The key keeps its place, so that a saved file reads as it did.
  if (gone) return others as T;
  return (isData(data) && key in data ? { ...data, [key]: next } : { ...others, [key]: next }) as T;
}

function isEmpty(thing: unknown): boolean {
  return Array.isArray(thing) ? thing.length === 0 : isData(thing) && Object.keys(thing).length === 0;
}

/** A path as faults name it: `race.badgers.effects[0].where`. */
export function named(path: Path): string {
  return path.map((key, place) => (typeof key === "number" ? `[${key}]` : place ? `.${key}` : key)).join("");
}

/** An id from a name: "Große Dachse!" is grosse_dachse. */
export function slug(name: string, most = 24): string {
  const plain = name.toLowerCase().replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o").normalize("NFD").replace(/\p{M}/gu, "");
  const id = plain.replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+/, "").slice(0, most).replace(/_+$/, "");
  return id || "piece";
}

export interface Spot {
  kind: string; // race or power
  id: string;
}

const KINDS = ["race", "power"] as const;

/** The races and powers of a pack. */
export function pieces(data: Data): Spot[] {
  return KINDS.flatMap((kind) => Object.keys(table(data, [kind])).map((id) => ({ kind, id })));
}

/** The piece a pack is about. */
export function first(data: Data): Spot {
  return pieces(data)[0] ?? { kind: "race", id: "" };
}

/** What a piece is called in a language, or in any other. */
export function nameOf(data: Data, { kind, id }: Spot, lang: string): string {
  const texts = table(data, [kind, id, "texts"]);
  const told = [lang, "en", ...Object.keys(texts)].map((one) => text(texts, [one, "name"]));
  return told.find(Boolean) ?? "";
}

/** With another name. The id follows it as long as it was made from the name in this language. */
export function renamed(data: Data, spot: Spot, lang: string, name: string): { data: Data; spot: Spot } {
  const { kind, id } = spot;
  const before = text(data, [kind, id, "texts", lang, "name"]);
  let next = put(data, [kind, id, "texts", lang, "name"], name || undefined);
  if (slug(before) !== id && id !== slug("")) return { data: next, spot };
  const wanted = slug(name);
  if (wanted === id || pieces(next).some((other) => other.id === wanted)) return { data: next, spot };
  const rows = Object.entries(table(next, [kind])).map(([key, piece]) => [key === id ? wanted : key, piece] as const);
  next = put(next, [kind], Object.fromEntries(rows));
  if (next.id === packId(id)) next = put(next, ["id"], packId(wanted));
  return { data: next, spot: { kind, id: wanted } };
}

export const packId = (id: string): string => `my_${id}`.slice(0, 30);

/** A new piece that can be played as it is. */
export function fresh(kind: string, name: string, lang: string, numbers: Data): Data {
  const id = slug(name);
  return { id: packId(id), version: 1, [kind]: { [id]: { ...numbers, effects: [], texts: { [lang]: { name } } } } };
}

const rowsOf = (piece: Data): Data[] => Object.values(piece).flatMap((rows) => (Array.isArray(rows) ? rows.filter(isData) : []));
/** What a piece brings that has a name of its own. */
const idsOf = (piece: Data): string[] => rowsOf(piece).flatMap((row) => [text(row, ["id"]), text(row, ["name"])]).filter(Boolean);

/** After a change: whatever speaks of a part that was renamed speaks of it still, and nothing of one that is gone. */
export function tidied(before: Data, after: Data): Data {
  const [were, are] = [idsOf(before), idsOf(after)];
  const gone = were.filter((id) => !are.includes(id));
  const came = are.filter((id) => !were.includes(id));
  const [old] = gone;
  if (old === undefined) return after;
  const renamedTo = gone.length === 1 && came.length === 1 && rowsOf(before).length === rowsOf(after).length ? came[0] : undefined;
  const shelf = (things: unknown): unknown => {
    if (!isData(things)) return things;
    const kept = Object.entries(things).flatMap(([id, thing]) => (gone.includes(id) ? (renamedTo ? [[renamedTo, thing] as const] : []) : [[id, thing] as const]));
    return kept.length || !Object.keys(things).length ? Object.fromEntries(kept) : undefined;
  };
  const shelves = (things: Data): Data => Object.fromEntries(Object.entries(things).map(([key, one]) => [key, shelf(one)] as const).filter(([, one]) => one !== undefined));
  let next = after;
  for (const [lang, told] of Object.entries(table(after, ["texts"]))) if (isData(told)) next = put(next, ["texts", lang], shelves(told));
  if (isData(after.looks)) next = put(next, ["looks"], shelves(after.looks));
  if (renamedTo === undefined) return next;
  const again = (row: unknown): unknown => (isData(row) ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === old ? renamedTo : value])) : row);
  return Object.fromEntries(Object.entries(next).map(([key, rows]) => [key, Array.isArray(rows) ? rows.map(again) : rows]));
}
