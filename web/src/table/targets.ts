/** Choices that belong to a region, as the board shows them. */

import type { Choice } from "../wire";

export interface Target {
  region: number;
  main: Choice; // what a tap does
  others: readonly Choice[]; // further pills
}

// What a tap may do, best first. Leaving land is not among them: it is on the region's card.
const TAPS: readonly Choice["kind"][] = ["conquer", "roll", "give_up", "put", "choose"];

const rank = (choice: Choice): number => TAPS.indexOf(choice.kind) + (choice.means ? TAPS.length : 0);

export function targets(choices: readonly Choice[]): ReadonlyMap<number, Target> {
  const found = new Map<number, Choice[]>();
  for (const choice of choices) {
    const region = choice.region ?? -1;
    if (region < 0 || !TAPS.includes(choice.kind)) continue;
    found.set(region, [...(found.get(region) ?? []), choice]);
  }
  const map = new Map<number, Target>();
  for (const [region, here] of found) {
    const [main, ...others] = here.sort((a, b) => rank(a) - rank(b));
    if (main) map.set(region, { region, main, others });
  }
  return map;
}

/** What can be used on regions. It costs nothing and is seldom what a tap means: only its own pill does it. */
export function uses(choices: readonly Choice[]): ReadonlyMap<number, readonly Choice[]> {
  const found = new Map<number, Choice[]>();
  for (const choice of choices) {
    if (choice.kind !== "use") continue;
    const region = choice.region ?? -1;
    found.set(region, [...(found.get(region) ?? []), choice]);
  }
  return found;
}

/** Choices without a region: buttons. Combos have their cards, placing has its plan. */
export function buttons(choices: readonly Choice[], main: string): readonly Choice[] {
  return choices.filter(
    (choice) => (choice.region ?? -1) < 0 && choice.kind !== "pick" && choice.kind !== "place" && choice.action !== main,
  );
}
