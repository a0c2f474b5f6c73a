/**
 * Arranging troops before anything is sent: a plan says how many tokens go to which region. The server is asked
 * once, with all placing actions together.
 */

import type { Choice } from "../wire";

export type Plan = ReadonlyMap<number, number>;

export interface Placing {
  regions: readonly number[];
  hand: number; // to be placed in all
}

/** What can be placed where; null where nothing is asked to be placed. */
export function placing(choices: readonly Choice[], hand: number): Placing | null {
  const regions = choices.filter((choice) => choice.kind === "place").map((choice) => choice.region ?? -1);
  if (regions.length === 0 || hand <= 0) return null;
  return { regions: [...new Set(regions)].sort((a, b) => a - b), hand };
}

export function placed(plan: Plan): number {
  let sum = 0;
  for (const count of plan.values()) sum += count;
  return sum;
}

export function left(where: Placing, plan: Plan): number {
  return where.hand - placed(plan);
}

/** One more or fewer in a region, as far as the hand and the region allow. */
export function shift(where: Placing, plan: Plan, region: number, change: number): Plan {
  if (!where.regions.includes(region)) return plan;
  const now = plan.get(region) ?? 0;
  const next = Math.min(Math.max(0, now + change), now + left(where, plan));
  if (next === now) return plan;
  const changed = new Map(plan);
  if (next === 0) changed.delete(region);
  else changed.set(region, next);
  return changed;
}

/** A token of the plan goes from one region to another. */
export function carry(where: Placing, plan: Plan, from: number, to: number): Plan {
  if (from === to || !plan.get(from) || !where.regions.includes(to)) return plan;
  return shift(where, shift(where, plan, from, -1), to, 1);
}

/** What is left goes, one by one, to wherever fewest tokens stand. */
export function spread(where: Placing, plan: Plan, standing: ReadonlyMap<number, number>): Plan {
  let filled = plan;
  for (let rest = left(where, plan); rest > 0; rest--) {
    let best = -1;
    let fewest = Infinity;
    for (const region of where.regions) {
      const there = (standing.get(region) ?? 0) + (filled.get(region) ?? 0);
      if (there < fewest) [best, fewest] = [region, there];
    }
    filled = shift(where, filled, best, 1);
  }
  return filled;
}

const PLACE = /^t(\d+)\.(\d+)$/;

/** The plan as the server wants it: `t9.2` puts two tokens into region 9. */
export function actionsOf(where: Placing, plan: Plan): string[] {
  return where.regions.filter((region) => plan.get(region)).map((region) => `t${region}.${plan.get(region)}`);
}

/** The plan that a list of placing actions means. What cannot be placed is left out. */
export function planOf(where: Placing, actions: readonly string[]): Plan {
  let plan: Plan = new Map();
  for (const action of actions) {
    const match = PLACE.exec(action);
    if (match) plan = shift(where, plan, Number(match[1]), Number(match[2]));
  }
  return plan;
}
