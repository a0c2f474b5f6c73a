/** How a new effect or part begins: with everything it must have, so that there is as little as possible to put right. */

import type { PackData } from "../lib/stored/my-pieces.svelte";
import type { FormField, FormWord, Vocabulary } from "../wire";
import { listAt, withValue, textAt } from "./pack-data";

/** A name that no other part of the piece has. */
function unused(piece: PackData, wanted: string): string {
  const taken = Object.values(piece).flatMap((rows) =>
    Array.isArray(rows) ? rows.flatMap((row: unknown) => [textAt(row, ["id"]), textAt(row, ["name"])]) : [],
  );
  let id = wanted.slice(0, 28);
  for (let number = 2; taken.includes(id); number++) id = `${wanted.slice(0, 26)}_${number}`;
  return id;
}

function value(field: FormField, piece: PackData, id: string): unknown {
  switch (field.kind) {
    case "number":
    case "number or regions":
      return Math.max(field.low ?? 0, Math.min(field.high ?? 0, 1));
    case "yes":
      return false;
    case "choice":
      return field.choices?.[0]?.id ?? "";
    case "id":
      return unused(piece, id);
    case "marker":
    case "counter":
      return textAt(listAt(piece, [`${field.kind}s`])[0], ["id"]);
    default:
      return ""; // regions are to be chosen
  }
}

function rowOf(word: FormWord, piece: PackData, id: string): PackData {
  const wanted = word.fields.filter((field) => field.required);
  return Object.fromEntries(wanted.map((field) => [field.id, value(field, piece, id)]));
}

/** The piece with one more effect; a marker it speaks of and numbers it has to remember come with it. */
export function withEffect(before: PackData, word: FormWord, own: string, vocabulary: Vocabulary, lang: string): PackData {
  const marker = vocabulary.parts.find((part) => part.id === "markers")?.word;
  const lacks = word.fields.some((field) => field.required && field.kind === "marker") && listAt(before, ["markers"]).length === 0;
  const piece = lacks && marker ? withPart(before, "markers", marker, own, lang) : before;
  const row = rowOf(word, piece, `${own}_${word.id}`);
  const counter = vocabulary.parts.find((part) => part.id === "counters")?.word;
  const spans = counter?.fields.find((field) => field.kind === "choice");
  const counters: PackData[] = [];
  word.fields
    .filter((field) => field.required && field.kind === "counter")
    .forEach((field, at) => {
      const id = unused({ ...piece, made: counters }, `${own}_${field.id}`);
      row[field.id] = id;
      counters.push({ id, ...(spans && { [spans.id]: spans.choices?.[at]?.id ?? spans.choices?.[0]?.id }) });
    });
  const effects = [...listAt(piece, ["effects"]), { kind: word.id, ...row }];
  const next = { ...piece, effects, ...(counters.length && { counters: [...listAt(piece, ["counters"]), ...counters] }) };
  // The first of them is what people see: it is called as the effect is.
  const seen = counters[0];
  return seen && counter ? withValue(next, ["texts", lang, counter.id, textAt(seen, ["id"]), "name"], word.name) : next;
}

/** The piece with one more marker, means or counter. */
export function withPart(piece: PackData, part: string, word: FormWord, own: string, lang: string): PackData {
  const row = rowOf(word, piece, `${own}_${word.id}`);
  const next = { ...piece, [part]: [...listAt(piece, [part]), row] };
  return withValue(next, ["texts", lang, word.id, textAt(row, ["id"]), "name"], word.name);
}
