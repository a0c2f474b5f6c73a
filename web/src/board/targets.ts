/** Choices that belong to a region, as the board shows them. */

import type { Choice, Named } from "../wire";

export interface Target {
  region: number;
  main: Choice; // what a tap does
  others: readonly Choice[]; // further pills
}

// What a tap may do, best first. Leaving land is not among them: it is on the region's card.
const TAPS: readonly Choice["kind"][] = ["conquer", "roll", "give_up", "put", "choose"];

const rank = (choice: Choice): number => TAPS.indexOf(choice.kind) + (choice.means ? TAPS.length : 0);

/** What a choice is done with, if not in the usual way. */
const tool = (choice: Choice): Named | null =>
  choice.kind === "use" ? (choice.means ?? choice.marker ?? null) : TAPS.includes(choice.kind) ? (choice.means ?? null) : null;

/** Everything that regions can be taken or changed with: relics, animals, special attacks. */
export function specialWays(choices: readonly Choice[]): readonly Named[] {
  const found = new Map<string, Named>();
  for (const choice of choices) {
    const thing = (choice.region ?? -1) < 0 ? null : tool(choice);
    if (thing) found.set(thing.id, thing);
  }
  return [...found.values()];
}

/** `way`: only what is done with this. */
export function targetsByRegion(choices: readonly Choice[], way = ""): ReadonlyMap<number, Target> {
  const found = new Map<number, Choice[]>();
  for (const choice of choices) {
    const region = choice.region ?? -1;
    if (region < 0 || !(way ? tool(choice)?.id === way : TAPS.includes(choice.kind))) continue;
    found.set(region, [...(found.get(region) ?? []), choice]);
  }
  const map = new Map<number, Target>();
  for (const [region, here] of found) {
    const [main, ...others] = here.sort((a, b) => rank(a) - rank(b));
    if (main) map.set(region, { region, main, others });
  }
  return map;
}

/** What every answer on the board brings, if it is the same for all: then it need not be said at each region. */
export function commonGain(targets: ReadonlyMap<number, Target>): string {
  const brought = new Set([...targets.values()].map((target) => target.main.brings ?? ""));
  return targets.size > 1 && brought.size === 1 ? ([...brought][0] ?? "") : "";
}

/** What can be used on regions. It costs nothing and is seldom what a tap means: only its own pill does it. */
export function usesByRegion(choices: readonly Choice[]): ReadonlyMap<number, readonly Choice[]> {
  const found = new Map<number, Choice[]>();
  for (const choice of choices) {
    if (choice.kind !== "use") continue;
    const region = choice.region ?? -1;
    found.set(region, [...(found.get(region) ?? []), choice]);
  }
  return found;
}

/** Choices without a region: buttons. Combos have their cards, placing has its plan. */
export function buttonChoices(choices: readonly Choice[], main: string): readonly Choice[] {
  return choices.filter(
    (choice) => (choice.region ?? -1) < 0 && choice.kind !== "pick" && choice.kind !== "place" && choice.action !== main,
  );
}
