/** What the drawer holds at a table. */

import type { TableInfo } from "../../wire";
import type { TabId } from "./Drawer.svelte";

export function drawerTabs(info: TableInfo | null): readonly TabId[] {
  const people = info?.seats.filter((seat) => seat.who === "person").length ?? 0;
  const talk = people > (info?.mine.length ?? 0); // alone with bots there is nobody to talk to
  return [...(info?.coach && info.mine.length ? (["coach"] as const) : []), "combos", "log", "rules", ...(talk ? (["chat"] as const) : [])];
}
