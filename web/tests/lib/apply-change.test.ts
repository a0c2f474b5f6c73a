import { expect, test } from "vitest";
import { pictureAfter, type Things } from "../../src/lib/connection/apply-change";
import type { Change, Picture } from "../../src/wire";

const before = {
  type: "picture",
  version: 7,
  first: 3,
  round: 2,
  turn: 1,
  events: [],
  spots: [
    { region: 0, label: "empty" },
    { region: 1, label: "empty" },
    { region: 2, label: "empty" },
  ],
  ask: {
    choices: [
      { action: "c1", label: "one" },
      { action: "c2", label: "two" },
      { action: "e", label: "end" },
    ],
  },
  income: { total: 1, text: "1" },
} as unknown as Picture;

const changed = (more: object): Picture =>
  pictureAfter(before, { type: "change", base: 7, first: 4, parts: { version: 8 }, ...more } as unknown as Change, new Map());

test("items of a list as long as it was change by their place", () => {
  const { spots } = changed({ parts: { spots: { "~": { "1": { label: "Orcs" } } } } });
  expect(spots.map((spot) => spot.label)).toEqual(["empty", "Orcs", "empty"]);
});

test("another list is made of old items, changed ones and new ones, some by number", () => {
  const things: Things = new Map();
  const message = {
    type: "change",
    base: 7,
    first: 4,
    parts: { ask: { choices: { "~": [[2, 1], { "0": { label: "ONE" } }, [{ $: 9 }]] } } },
    things: [
      [8, { total: 3, text: "3 = 3" }],
      [9, { action: "c5", label: "five", receipt: { $: 8 } }],
    ],
  } as unknown as Change;
  const choices = pictureAfter(before, message, things).ask?.choices as unknown as Record<string, unknown>[];
  expect(choices.map((choice) => choice.label)).toEqual(["end", "ONE", "five"]);
  expect(choices[2]?.receipt).toEqual({ total: 3, text: "3 = 3" });
});

test("a line of the log has number, round and turn of the one before it, the first those of the picture", () => {
  const events = [{ text: "a" }, { number: 5, text: "b" }, { turn: 0, round: 3, text: "c" }, { text: "d" }];
  const told = changed({ parts: { turn: 0 }, events }).events.map(({ number, round, turn }) => [number, round, turn]);
  expect(told).toEqual([
    [4, 2, 0],
    [5, 2, 0],
    [5, 3, 0],
    [5, 3, 0],
  ]);
});

test("what was never sent, and a change of another picture, are noticed", () => {
  expect(() => changed({ parts: { income: [{ $: 1 }] } })).toThrow("never sent");
  expect(() => changed({ base: 6 })).toThrow("6");
});
