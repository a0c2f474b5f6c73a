import { expect, test } from "vitest";
import { readRegionSet, withNameToggled, writeRegionSet } from "../../src/workshop/fields/region-sets";

const WORDS = { before: ["not", "beside", "beside held"] };

test("a set survives the form that shows it", () => {
  for (const text of [
    "hill",
    "hill or farmland",
    "terrain mine",
    "beside held mountain",
    "not (sea or lake)",
    "(swamp or forest) and beside water",
    "cavern and not (hill or mountain) and beside held (mine or magic)",
    "hill or mine and beside water",
  ]) {
    const groups = readRegionSet(text, WORDS);
    expect(groups, text).not.toBeNull();
    expect(writeRegionSet(groups ?? [])).toBe(text);
  }
});

test("words bind as the file says: first what stands before, then and, then or", () => {
  expect(readRegionSet("hill or mine and beside water", WORDS)).toEqual([
    [{ before: "", names: ["hill"] }],
    [
      { before: "", names: ["mine"] },
      { before: "beside", names: ["water"] },
    ],
  ]);
  expect(readRegionSet("beside held (a or b)", WORDS)).toEqual([[{ before: "beside held", names: ["a", "b"] }]]);
});

test("what no form shows, and what nobody can read, is left alone", () => {
  for (const text of [
    "not beside water",
    "beside (hill and mine)",
    "(hill",
    "hill or",
    "hill hill",
    "hill & mine",
    "",
    "(".repeat(50) + "a" + ")".repeat(50),
  ]) {
    expect(readRegionSet(text, WORDS), text).toBeNull();
  }
});

test("lines without a name say nothing", () => {
  const line = { before: "", names: ["hill"] };
  expect(writeRegionSet([[withNameToggled(line, "mine"), { before: "beside", names: [] }], []])).toBe("hill or mine");
  expect(writeRegionSet([[withNameToggled(line, "hill")]])).toBe("");
});
