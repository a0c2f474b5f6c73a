/** Opening tables: whatever way leads to a game, it ends here. */

import type { Created, Level, NewTable, SeatPlan } from "../wire";
import { api } from "../lib/api";
import { proposed } from "../lib/fare";
import { links, router } from "../lib/router.svelte";
import { keep, recall } from "../lib/storage";

export const MAX_NAME = 24;

/** Empty if this person has never given one: the table then finds a name, and speaks to them as "you". */
export function myName(): string {
  return recall<string>("name", "");
}

export function keepName(name: string): void {
  const mine = name.trim().slice(0, MAX_NAME);
  if (mine) keep("name", mine);
}

/** My seat. Whoever has given no name is found one by the table. */
export function me(): SeatPlan {
  const name = myName();
  return name ? { who: "me", name } : { who: "me" };
}

/** Whom to play next: the weakest for a newcomer, then as the games so far went. They come weakest first. */
export function nextLevel(levels: readonly Level[]): Level | undefined {
  const id = proposed(levels.map((level) => level.id));
  return levels.find((level) => level.id === id);
}

/** The level that was chosen last, else the one that is proposed. */
export function sensibleLevel(levels: readonly Level[], chosen = recall<string>("level", "")): string {
  return levels.some((level) => level.id === chosen) ? chosen : (nextLevel(levels)?.id ?? "");
}

/** Opens a table and goes there. `before`: what is kept of it first. */
export async function open(table: NewTable, before: (created: Created) => void = () => {}): Promise<void> {
  const created = await api.create(table);
  before(created);
  router.go(links.table(created.table, created.key));
}

/** One person against one bot. */
export function solo(level: string, options: NewTable["options"] = {}): Promise<void> {
  return open({ seats: [me(), { who: "bot", level }], options });
}
