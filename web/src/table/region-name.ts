/** A region as people speak of it: by name and number, or by its number where the board gives it no name. */

import { t } from "../lib/i18n.svelte";
import type { Board } from "../wire";

export function regionName(board: Board, region: number): string {
  const name = board.regions.find((shape) => shape.id === region)?.name;
  return name ? `${name} (${region})` : t("table.region_no", { region });
}
