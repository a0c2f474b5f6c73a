/** Opening tables: whatever way leads to a game, it ends here. */

import type { Created, Level, NewTable, SeatPlan } from "../wire";
import { api } from "./api";
import { nextOpponent } from "./stored/bot-results";
import { links, router } from "./router.svelte";
import { saveStored, loadStored } from "./storage";

export const MAX_NAME_LENGTH = 24;

/** Empty if this person has never given one: the table then finds a name, and speaks to them as "you". */
export function myName(): string {
  return loadStored<string>("name", "");
}

export function keepName(name: string): void {
  const mine = name.trim().slice(0, MAX_NAME_LENGTH);
  if (mine) saveStored("name", mine);
}

/** My seat. Whoever has given no name is found one by the table. */
export function mySeat(): SeatPlan {
  const name = myName();
  return name ? { who: "me", name } : { who: "me" };
}

/** Whom to play next: the weakest for a newcomer, then as the games so far went. They come weakest first; bots
 * without a rating are only played by choice. */
export function proposedLevel(levels: readonly Level[]): Level | undefined {
  const id = nextOpponent(levels.filter((level) => level.rating != null).map((level) => level.id));
  return levels.find((level) => level.id === id);
}

/** The level that was chosen last, else the one that is proposed. */
export function usualLevel(levels: readonly Level[], chosen = loadStored<string>("level", "")): string {
  return levels.some((level) => level.id === chosen) ? chosen : (proposedLevel(levels)?.id ?? "");
}

/** Opens a table and goes there. `before`: what is kept of it first. */
export async function openTable(table: NewTable, before: (created: Created) => void = () => {}): Promise<void> {
  const created = await api.create(table);
  before(created);
  router.go(links.table(created.table, created.key));
}

/** One person against one bot. */
export function playBot(level: string, options: NewTable["options"] = {}): Promise<void> {
  return openTable({ seats: [mySeat(), { who: "bot", level }], options });
}
