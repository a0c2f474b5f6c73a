/** A region as people speak of it: by its name, with its number if they want to see it, or where there is no name. */

import { t } from "../lib/i18n.svelte";
import { regionNumbers } from "../lib/region-numbers.svelte";
import type { Board } from "../wire";

export function regionName(board: Board, region: number): string {
  const name = board.regions.find((shape) => shape.id === region)?.name;
  if (name) return regionNumbers.shown ? `${name} (${region})` : name;
  return t("table.region_no", { region });
}
