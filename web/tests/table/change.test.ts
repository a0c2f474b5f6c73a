import { describe, expect, it } from "vitest";
import { pictureAfter, type Things } from "../../src/lib/connection/apply-change";
import type { Change } from "../../src/wire";
import { picture, spot } from "./pictures";

const change = (parts: object, rest: Partial<Change> = {}): Change => ({
  type: "change",
  base: 3,
  first: 7,
  parts: parts as Change["parts"],
  ...rest,
});

describe("changes of a picture", () => {
  const before = picture(3, { spots: [spot(0), spot(1), spot(2)] });

  it("keeps what is not named, and never touches the old picture", () => {
    const kept = structuredClone(before);
    const now = pictureAfter(before, change({ version: 4, now: "Go on." }), new Map());
    expect([now.version, now.now, now.first]).toEqual([4, "Go on.", 7]);
    expect(now.spots).toBe(before.spots);
    expect(before).toEqual(kept);
  });

  it("changes parts of things and lists", () => {
    const count = before.spots.length;
    const parts = { spots: { "~": [{ 0: { immune: true } }, [1, count - 1], [{ ...before.spots[0], region: 99 }]] } };
    const now = pictureAfter(before, change(parts), new Map());
    expect(now.spots[0]).toEqual({ ...before.spots[0], immune: true });
    expect(now.spots.slice(1, count)).toEqual(before.spots.slice(1));
    expect(now.spots[count]?.region).toBe(99);
    const shorter = pictureAfter(before, change({ spots: { "~": [[count - 1, 1]] } }), new Map());
    expect(shorter.spots).toEqual([before.spots[count - 1]]);
  });

  it("remembers things by number, also inside each other", () => {
    const things: Things = new Map();
    const term = { amount: 2, label: "region" };
    const receipt = { total: 2, text: "2 region", terms: [{ $: 5 }] };
    const first = pictureAfter(
      before,
      change(
        { income: [{ $: 8 }] },
        {
          things: [
            [5, term],
            [8, receipt],
          ],
        },
      ),
      things,
    );
    expect(first.income).toEqual({ ...receipt, terms: [term] });
    const event = { number: 7, round: 1, turn: 0, kind: "scored", text: "", receipt: { $: 8 } };
    const second = pictureAfter(before, change({}, { events: [event] }), things);
    expect(second.events[0]?.receipt).toEqual(first.income);
  });

  it("says so when something was missed", () => {
    expect(() => pictureAfter(before, change({}, { base: 2 }), new Map())).toThrow();
    expect(() => pictureAfter(before, change({ income: [{ $: 8 }] }), new Map())).toThrow();
  });
});
