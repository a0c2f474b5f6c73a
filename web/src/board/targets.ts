/** Choices that belong to a region, as the board shows them. */

import type { Choice, Named } from "../wire";

export interface Target {
  region: number;
  main: Choice; // what a tap does
  others: readonly Choice[]; // further pills
}

// What a tap may do, best first. Leaving land is not among them: it is on the region's card.
const TAPS: readonly Choice["kind"][] = ["conquer", "roll", "give_up", "put", "choose"];

/** What a choice is done with, if not in the usual way. */
export const toolsOf = (choice: Choice): readonly Named[] => choice.tools ?? [];

const DIE_RANK = 100;

/** The ordinary way first; then, what is sure before the die, those with the fewest tools, the cheapest. */
const compare = (a: Choice, b: Choice): number => rank(a) - rank(b) || (a.cost ?? 0) - (b.cost ?? 0);
const rank = (choice: Choice): number => {
  const tools = toolsOf(choice).length;
  return tools ? TAPS.length + tools + ((choice.chance ?? 1) < 1 ? DIE_RANK : 0) : TAPS.indexOf(choice.kind);
};

/** Whether it is done with all of these. */
export const isDoneWith = (choice: Choice, tools: readonly string[]): boolean =>
  tools.every((id) => toolsOf(choice).some((tool) => tool.id === id));

/** Everything that regions can be taken or changed with: relics, animals, special attacks. */
export function allTools(choices: readonly Choice[]): readonly Named[] {
  const here = choices.filter((choice) => (choice.region ?? -1) >= 0);
  return [...new Map(here.flatMap(toolsOf).map((tool) => [tool.id, tool])).values()];
}

/** `tools`: only what is done with these. Without them, nothing that could be done as surely with fewer. */
export function targetsByRegion(choices: readonly Choice[], tools: readonly string[] = []): ReadonlyMap<number, Target> {
  const fits = (choice: Choice): boolean => {
    if (!tools.length) return TAPS.includes(choice.kind) && !choice.spare;
    return isDoneWith(choice, tools) && (!choice.spare || toolsOf(choice).length === tools.length);
  };
  const found = new Map<number, Choice[]>();
  for (const choice of choices) {
    const region = choice.region ?? -1;
    if (region < 0 || !fits(choice)) continue;
    found.set(region, [...(found.get(region) ?? []), choice]);
  }
  const map = new Map<number, Target>();
  for (const [region, here] of found) {
    const [main, ...others] = here.sort(compare);
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
