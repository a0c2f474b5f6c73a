/** A pack as a file says it, changed without being touched: every change makes new tables along its path. */

import type { PackData } from "../lib/stored/my-pieces.svelte";
import { isPackData } from "../lib/stored/my-pieces.svelte";

export type Path = readonly (string | number)[];

/** What stands at a path; undefined: nothing does. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((here, key) => (here as Record<string | number, unknown> | undefined | null)?.[key], data);
}

export function tableAt(data: unknown, path: Path): PackData {
  const found = valueAt(data, path);
  return isPackData(found) ? found : {};
}

export function listAt(data: unknown, path: Path): readonly unknown[] {
  const found = valueAt(data, path);
  return Array.isArray(found) ? found : [];
}

export function textAt(data: unknown, path: Path): string {
  const found = valueAt(data, path);
  return typeof found === "string" ? found : "";
}

/** With a value at a path; undefined takes it away, and tables that are empty then, too. */
export function withValue<T>(data: T, path: Path, value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  if (typeof key === "number") {
    const rows = Array.isArray(data) ? [...(data as unknown[])] : [];
    if (value === undefined && rest.length === 0) rows.splice(key, 1);
    else rows[key] = withValue(rows[key], rest, value);
    return rows as T;
  }
  const known: PackData = isPackData(data) ? data : {};
  const { [key]: before, ...others } = known;
  const next = withValue(before, rest, value);
  const gone = next === undefined || (value === undefined && isEmpty(next));
  // The key keeps its place, so that a saved file reads as it did.
  if (gone) return others as T;
  return (key in known ? { ...known, [key]: next } : { ...others, [key]: next }) as T;
}

function isEmpty(thing: unknown): boolean {
  return Array.isArray(thing) ? thing.length === 0 : isPackData(thing) && Object.keys(thing).length === 0;
}

/** A path as faults name it: `race.badgers.effects[0].where`. */
export function pathName(path: Path): string {
  return path.map((key, place) => (typeof key === "number" ? `[${key}]` : place ? `.${key}` : key)).join("");
}

/** An id from a name: "Große Dachse!" is grosse_dachse. */
export function slug(name: string, most = 24): string {
  const plain = name.toLowerCase().replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o").normalize("NFD").replace(/\p{M}/gu, "");
  const id = plain
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, most)
    .replace(/_+$/, "");
  return id || "piece";
}

export interface PieceRef {
  kind: string; // race or power
  id: string;
}

const KINDS = ["race", "power"] as const;

/** The races and powers of a pack. */
export function piecesOf(data: PackData): PieceRef[] {
  return KINDS.flatMap((kind) => Object.keys(tableAt(data, [kind])).map((id) => ({ kind, id })));
}

/** The piece a pack is about. */
export function firstPiece(data: PackData): PieceRef {
  return piecesOf(data)[0] ?? { kind: "race", id: "" };
}

/** What a piece is called in a language, or in any other. */
export function pieceName(data: PackData, { kind, id }: PieceRef, lang: string): string {
  const texts = tableAt(data, [kind, id, "texts"]);
  const names = [lang, "en", ...Object.keys(texts)].map((one) => textAt(texts, [one, "name"]));
  return names.find(Boolean) ?? "";
}

/** With another name. The id follows it as long as it was made from the name in this language. */
export function withName(data: PackData, ref: PieceRef, lang: string, name: string): { data: PackData; ref: PieceRef } {
  const { kind, id } = ref;
  const before = textAt(data, [kind, id, "texts", lang, "name"]);
  let next = withValue(data, [kind, id, "texts", lang, "name"], name || undefined);
  if (slug(before) !== id && id !== slug("")) return { data: next, ref };
  const wanted = slug(name);
  if (wanted === id || piecesOf(next).some((other) => other.id === wanted)) return { data: next, ref };
  const rows = Object.entries(tableAt(next, [kind])).map(([key, piece]) => [key === id ? wanted : key, piece] as const);
  next = withValue(next, [kind], Object.fromEntries(rows));
  if (next.id === packId(id)) next = withValue(next, ["id"], packId(wanted));
  return { data: next, ref: { kind, id: wanted } };
}

export const packId = (id: string): string => `my_${id}`.slice(0, 30);

/** A new piece that can be played as it is. */
export function newPack(kind: string, name: string, lang: string, numbers: PackData): PackData {
  const id = slug(name);
  return { id: packId(id), version: 1, [kind]: { [id]: { ...numbers, effects: [], texts: { [lang]: { name } } } } };
}

const rowsOf = (piece: PackData): PackData[] =>
  Object.values(piece).flatMap((rows) => (Array.isArray(rows) ? rows.filter(isPackData) : []));
/** What a piece brings that has a name of its own. */
const idsOf = (piece: PackData): string[] =>
  rowsOf(piece)
    .flatMap((row) => [textAt(row, ["id"]), textAt(row, ["name"])])
    .filter(Boolean);

/** After a change: whatever speaks of a part that was renamed speaks of it still, and nothing of one that is gone. */
export function followRenames(before: PackData, after: PackData): PackData {
  const [were, are] = [idsOf(before), idsOf(after)];
  const gone = were.filter((id) => !are.includes(id));
  const came = are.filter((id) => !were.includes(id));
  const [old] = gone;
  if (old === undefined) return after;
  const renamedTo = gone.length === 1 && came.length === 1 && rowsOf(before).length === rowsOf(after).length ? came[0] : undefined;
  const withoutGone = (things: unknown): unknown => {
    if (!isPackData(things)) return things;
    const kept = Object.entries(things).flatMap(([id, thing]) =>
      gone.includes(id) ? (renamedTo ? [[renamedTo, thing] as const] : []) : [[id, thing] as const],
    );
    return kept.length || !Object.keys(things).length ? Object.fromEntries(kept) : undefined;
  };
  const withoutGoneIn = (things: PackData): PackData =>
    Object.fromEntries(
      Object.entries(things)
        .map(([key, one]) => [key, withoutGone(one)] as const)
        .filter(([, one]) => one !== undefined),
    );
  let next = after;
  for (const [lang, text] of Object.entries(tableAt(after, ["texts"])))
    if (isPackData(text)) next = withValue(next, ["texts", lang], withoutGoneIn(text));
  if (isPackData(after.looks)) next = withValue(next, ["looks"], withoutGoneIn(after.looks));
  if (renamedTo === undefined) return next;
  const again = (row: unknown): unknown =>
    isPackData(row) ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === old ? renamedTo : value])) : row;
  return Object.fromEntries(Object.entries(next).map(([key, rows]) => [key, Array.isArray(rows) ? rows.map(again) : rows]));
}
