import { describe, expect, it } from "vitest";
import { actionsOf, carry, left, placing, planOf, shift, spread, type Placing, type Plan } from "../../src/lib/redeploy";
import type { Choice } from "../../src/wire";

const choice = (region: number, count: number): Choice => ({ action: `t${region}.${count}`, kind: "place", label: "", region, count });
const where: Placing = { regions: [2, 5, 9], hand: 4 };
const none: Plan = new Map();

describe("placing", () => {
  it("reads where tokens may go", () => {
    expect(placing([choice(9, 4), choice(2, 4), choice(5, 4)], 4)).toEqual(where);
  });

  it("is nothing where nothing is placed", () => {
    expect(placing([{ action: "e", kind: "end", label: "" }], 3)).toBeNull();
    expect(placing([choice(2, 1)], 0)).toBeNull();
  });
});

describe("a plan", () => {
  it("never places more than the hand holds, nor fewer than none", () => {
    let plan = shift(where, none, 2, 9);
    expect(plan.get(2)).toBe(4);
    expect(left(where, plan)).toBe(0);
    expect(shift(where, plan, 5, 1)).toBe(plan);
    plan = shift(where, plan, 2, -99);
    expect([...plan]).toEqual([]);
  });

  it("places nothing where nothing may be placed", () => {
    expect(shift(where, none, 3, 1)).toBe(none);
    expect(carry(where, new Map([[2, 1]]), 2, 3)).toEqual(new Map([[2, 1]]));
  });

  it("carries a token from region to region, with an empty hand too", () => {
    const full: Plan = new Map([[2, 4]]);
    expect(carry(where, full, 2, 9)).toEqual(new Map([[2, 3], [9, 1]]));
    expect(carry(where, full, 5, 9)).toBe(full);
  });

  it("spreads what is left to where fewest stand", () => {
    const standing = new Map([[2, 3], [5, 1], [9, 1]]);
    expect(spread(where, new Map([[5, 1]]), standing)).toEqual(new Map([[5, 2], [9, 2]]));
  });

  it("is said as placing actions, and read from them", () => {
    const plan: Plan = new Map([[9, 3], [2, 1]]);
    expect(actionsOf(where, plan)).toEqual(["t2.1", "t9.3"]);
    expect(planOf(where, ["t2.1", "t9.3", "t77.1", "e"])).toEqual(new Map([[2, 1], [9, 3]]));
  });
});
