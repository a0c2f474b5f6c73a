/**
 * Arranging troops before anything is sent: a plan says how many tokens go to which region. The server is asked
 * once, with all of them together.
 */

import type { Choice, Placing } from "../wire";

export type Placement = ReadonlyMap<number, number>;

export interface PlacingTask {
  regions: readonly number[];
  hand: number; // to be placed in all
}

/** What can be placed where; null where nothing is asked to be placed. */
export function placingTask(choices: readonly Choice[], hand: number): PlacingTask | null {
  const regions = choices.filter((choice) => choice.kind === "place").map((choice) => choice.region ?? -1);
  if (regions.length === 0 || hand <= 0) return null;
  return { regions: [...new Set(regions)].sort((a, b) => a - b), hand };
}

export function tokensPlaced(plan: Placement): number {
  let sum = 0;
  for (const count of plan.values()) sum += count;
  return sum;
}

export function tokensLeft(where: PlacingTask, plan: Placement): number {
  return where.hand - tokensPlaced(plan);
}

/** One more or fewer in a region, as far as the hand and the region allow. */
export function changeTokens(where: PlacingTask, plan: Placement, region: number, change: number): Placement {
  if (!where.regions.includes(region)) return plan;
  const now = plan.get(region) ?? 0;
  const next = Math.min(Math.max(0, now + change), now + tokensLeft(where, plan));
  if (next === now) return plan;
  const changed = new Map(plan);
  if (next === 0) changed.delete(region);
  else changed.set(region, next);
  return changed;
}

/** A token of the plan goes from one region to another. */
export function moveToken(where: PlacingTask, plan: Placement, from: number, to: number): Placement {
  if (from === to || !plan.get(from) || !where.regions.includes(to)) return plan;
  return changeTokens(where, changeTokens(where, plan, from, -1), to, 1);
}

/** What is left goes, one by one, to wherever fewest tokens stand. */
export function spreadEvenly(where: PlacingTask, plan: Placement, standing: ReadonlyMap<number, number>): Placement {
  let filled = plan;
  for (let rest = tokensLeft(where, plan); rest > 0; rest--) {
    let best = -1;
    let fewest = Infinity;
    for (const region of where.regions) {
      const there = (standing.get(region) ?? 0) + (filled.get(region) ?? 0);
      if (there < fewest) [best, fewest] = [region, there];
    }
    filled = changeTokens(where, filled, best, 1);
  }
  return filled;
}

/** The plan as the server wants it. */
export function toPlacing(where: PlacingTask, plan: Placement): Placing[] {
  return where.regions.map((region) => ({ region, count: plan.get(region) ?? 0 })).filter(({ count }) => count > 0);
}

/** The plan as the server suggests it. What cannot be placed is left out. */
export function fromPlacing(where: PlacingTask, placing: readonly Placing[]): Placement {
  return placing.reduce<Placement>((plan, { region, count }) => changeTokens(where, plan, region, count), new Map());
}
