/** Links and files come from anybody: thousands of changed ones are read or refused, and nothing else happens. */

import { expect, test } from "vitest";
import { BrokenLink, pieceFromLink, pieceToLink } from "../../src/lib/piece-link";
import { links, parseRoute } from "../../src/lib/router.svelte";
import { fromFile, ScoreFileError, toCsv, toJson, type ScoreRow } from "../../src/lib/stored/score-rows";
import { readRegionSet } from "../../src/workshop/fields/region-sets";

const RUNS = 5_000;
const LETTERS = "abz09AZ_-~./#?=\"',{}[]()|:; \n\r\t\\\u0000é😀";

/** The same numbers in every run. */
function generator(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function changed(text: string, next: (most: number) => number): string {
  let made = text;
  for (let left = 1 + next(4); left > 0; left--) {
    const [at, to] = [next(made.length + 1), next(made.length + 1)];
    const [start, end] = [Math.min(at, to), Math.max(at, to)];
    const letter = LETTERS[next(LETTERS.length)] ?? "";
    made = [
      made.slice(0, at) + letter + made.slice(at),
      made.slice(0, start) + made.slice(end),
      made.slice(0, at) + made.slice(at, at + 20).repeat(1 + next(30)) + made.slice(at),
      made.slice(0, at) + letter.repeat(next(500)) + made.slice(at),
    ][next(4)] as string;
  }
  return made.slice(0, 20_000);
}

const KEY = "k".repeat(22);
const row: ScoreRow = {
  date: "2026-11-16",
  names: ["Ann"],
  packs: ["land"],
  board: "b",
  tokens: 1,
  races: [["a b"]],
  scores: [1, 2],
  winners: [0],
  record: "",
  daily: "",
};

test("addresses", () => {
  const next = generator(1);
  const good = [
    links.table("abcdefgh", KEY),
    links.join("abcdefgh", KEY),
    links.replay("abcdefgh", KEY),
    links.position("sw2~a.2.10~b"),
    links.library("race", "orcs"),
    links.workshop("1eJx"),
  ];
  for (let run = 0; run < RUNS; run++) {
    const route = parseRoute(changed(good[next(good.length)] as string, next));
    if (route.page === "table" || route.page === "join") expect(route.key).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
  }
});

test("score sheets", () => {
  const next = generator(2);
  const good = [toJson([row, row]), toCsv([row, { ...row, names: ["=1", "B"], races: [[], []] }])];
  for (let run = 0; run < RUNS; run++) {
    try {
      expect(fromFile(changed(good[next(good.length)] as string, next)).every((one) => one.names.length > 0)).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(ScoreFileError);
    }
  }
});

test("region sets", () => {
  const next = generator(3);
  const good = ["(a or b) and beside c", "not beside held (terrain mine)", "a or b or c and d"];
  for (let run = 0; run < RUNS; run++)
    readRegionSet(changed(good[next(good.length)] as string, next), { before: ["not", "beside", "beside held"] });
});

test("pieces in links", async () => {
  const next = generator(4);
  const good = [await pieceToLink({ id: "a", race: { b: { tokens: 3 } } }), await pieceToLink("x".repeat(60_000))];
  for (let run = 0; run < RUNS / 5; run++) {
    const code = changed(good[next(good.length)] as string, next);
    await pieceFromLink(code).catch((error: unknown) => expect(error).toBeInstanceOf(BrokenLink));
  }
});
