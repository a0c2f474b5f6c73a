/** Opening tables: whatever way leads to a game, it ends here. */

import type { Level, NewTable } from "../wire";
import { api } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { links, router } from "../lib/router.svelte";
import { keep, recall } from "../lib/storage";

export const MAX_NAME = 24;

export function myName(): string {
  return recall<string>("name", "") || t("common.you");
}

export function keepName(name: string): void {
  const mine = name.trim().slice(0, MAX_NAME);
  if (mine && mine !== t("common.you")) keep("name", mine);
}

export function firstVisit(): boolean {
  return !recall<boolean>("played", false);
}

/** The level that was chosen last, else one that a newcomer can beat: the lower middle. They come weakest first. */
export function sensibleLevel(levels: readonly Level[], chosen = recall<string>("level", "")): string {
  if (levels.some((level) => level.id === chosen)) return chosen;
  return levels[Math.floor((levels.length - 1) / 2)]?.id ?? "";
}

/** Opens a table and goes there. */
export async function open(table: NewTable): Promise<void> {
  const created = await api.create(table);
  keep("played", true);
  router.go(links.table(created.table, created.key));
}

/** One person against one bot. */
export function solo(level: string, options: NewTable["options"] = {}): Promise<void> {
  return open({ seats: [{ who: "me", name: myName() }, { who: "bot", level }], options });
}
