import { expect, test } from "vitest";
import type { FormField, FormWord, Vocabulary } from "../../src/wire";
import { withEffect, withPart } from "../../src/workshop/new-parts";
import { chartAxis, stackDots } from "../../src/components/chart/chart";

const field = (id: string, kind: FormField["kind"], more: Partial<FormField> = {}): FormField => ({
  id,
  name: id,
  kind,
  required: true,
  ...more,
});
const word = (id: string, ...fields: FormField[]): FormWord => ({ id, name: id, text: id, fields });
const counter = word(
  "counter",
  field("id", "id"),
  field("span", "choice", {
    choices: [
      { id: "race", name: "" },
      { id: "turn", name: "" },
    ],
  }),
);
const vocabulary = { parts: [{ id: "counters", name: "", text: "", most: 6, word: counter }] } as unknown as Vocabulary;

test("a new effect has all it must have, within its bounds", () => {
  const digs = word(
    "digs",
    field("amount", "number", { low: 2, high: 9 }),
    field("where", "regions"),
    field("once", "yes", { required: false }),
  );
  expect(withEffect({ tokens: 5 }, digs, "moles", vocabulary, "en")).toEqual({
    tokens: 5,
    effects: [{ kind: "digs", amount: 2, where: "" }],
  });
});

test("numbers it has to remember come with it, and names are never taken twice", () => {
  const helps = word("helps", field("owned", "counter"), field("spent", "counter"), field("name", "id"));
  const once = withEffect({}, helps, "moles", vocabulary, "en");
  const twice = withEffect(once, helps, "moles", vocabulary, "en");
  const counters = twice.counters as { id: string; span: string }[];
  expect(counters.map(({ span }) => span)).toEqual(["race", "turn", "race", "turn"]);
  expect(new Set(counters.map(({ id }) => id)).size).toBe(4);
  const effects = twice.effects as { name: string; owned: string }[];
  expect(effects[0]?.name).not.toBe(effects[1]?.name);
  expect(effects[1]?.owned).toBe(counters[2]?.id);
  expect((withPart(twice, "counters", counter, "moles", "en").counters as unknown[]).length).toBe(5);
});

test("an effect that speaks of a marker brings one", () => {
  const marker = word("marker", field("id", "id"));
  const known = { parts: [{ id: "markers", name: "", text: "", most: 4, word: marker }] } as unknown as Vocabulary;
  const plants = word("plants", field("marker", "marker"));
  const once = withEffect({}, plants, "moles", known, "en");
  expect(once).toEqual({
    markers: [{ id: "moles_marker" }],
    effects: [{ kind: "plants", marker: "moles_marker" }],
    texts: { en: { marker: { moles_marker: { name: "marker" } } } },
  });
  expect(withEffect(once, plants, "moles", known, "en").markers).toEqual(once.markers);
});

test("a scale holds every value and zero", () => {
  for (const values of [[], [0], [3.2, -1.7], [400, 900], [-0.2]]) {
    const { x, ticks } = chartAxis(values, 100);
    expect(ticks).toContain(0);
    for (const value of [...values, 0]) {
      expect(x(value)).toBeGreaterThanOrEqual(0);
      expect(x(value)).toBeLessThanOrEqual(100);
    }
  }
});

test("dots that would hide each other are piled up, one's own on the ground", () => {
  const dots = [1, 1.5, 2, 50].map((x, at) => ({ x, one: { own: at === 2 } }));
  const piled = stackDots(dots, 10);
  expect(piled.find(({ one }) => one.own)?.floor).toBe(0);
  expect(piled.map(({ floor }) => floor).sort()).toEqual([0, 0, 1, 2]);
});
