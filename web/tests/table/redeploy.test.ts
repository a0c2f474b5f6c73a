import { describe, expect, it } from "vitest";
import {
  fromPlacing,
  moveToken,
  toPlacing,
  tokensLeft,
  placingTask,
  changeTokens,
  spreadEvenly,
  type PlacingTask,
  type Placement,
} from "../../src/lib/redeploy";
import type { Choice } from "../../src/wire";

const choice = (region: number, count: number): Choice => ({ action: `t${region}.${count}`, kind: "place", label: "", region, count });
const where: PlacingTask = { regions: [2, 5, 9], hand: 4 };
const none: Placement = new Map();

describe("placing", () => {
  it("reads where tokens may go", () => {
    expect(placingTask([choice(9, 4), choice(2, 4), choice(5, 4)], 4)).toEqual(where);
  });

  it("is nothing where nothing is placed", () => {
    expect(placingTask([{ action: "e", kind: "end", label: "" }], 3)).toBeNull();
    expect(placingTask([choice(2, 1)], 0)).toBeNull();
  });
});

describe("a plan", () => {
  it("never places more than the hand holds, nor fewer than none", () => {
    let plan = changeTokens(where, none, 2, 9);
    expect(plan.get(2)).toBe(4);
    expect(tokensLeft(where, plan)).toBe(0);
    expect(changeTokens(where, plan, 5, 1)).toBe(plan);
    plan = changeTokens(where, plan, 2, -99);
    expect([...plan]).toEqual([]);
  });

  it("places nothing where nothing may be placed", () => {
    expect(changeTokens(where, none, 3, 1)).toBe(none);
    expect(moveToken(where, new Map([[2, 1]]), 2, 3)).toEqual(new Map([[2, 1]]));
  });

  it("carries a token from region to region, with an empty hand too", () => {
    const full: Placement = new Map([[2, 4]]);
    expect(moveToken(where, full, 2, 9)).toEqual(
      new Map([
        [2, 3],
        [9, 1],
      ]),
    );
    expect(moveToken(where, full, 5, 9)).toBe(full);
  });

  it("spreads what is left to where fewest stand", () => {
    const standing = new Map([
      [2, 3],
      [5, 1],
      [9, 1],
    ]);
    expect(spreadEvenly(where, new Map([[5, 1]]), standing)).toEqual(
      new Map([
        [5, 2],
        [9, 2],
      ]),
    );
  });

  it("is said as tokens by region, and read from them", () => {
    const plan: Placement = new Map([
      [9, 3],
      [2, 1],
    ]);
    const placing = [
      { region: 2, count: 1 },
      { region: 9, count: 3 },
    ];
    expect(toPlacing(where, plan)).toEqual(placing);
    expect(fromPlacing(where, [...placing, { region: 77, count: 1 }])).toEqual(
      new Map([
        [2, 1],
        [9, 3],
      ]),
    );
  });
});
