/** How much of the end has been seen. Until the last purse is open, nothing on the page tells who has won. */

import { t } from "../../lib/i18n.svelte";
import { saveStored, loadStored } from "../../lib/storage";
import type { TableStore } from "../../lib/connection/table-store.svelte";
import { withHiddenCoins } from "./standings";

const SEEN = "ends"; // tables whose purses have been opened in this browser
const KEPT = 100;

export class ResultReveal {
  open = $state(true); // the result lies on the board; it can be closed, and opened again
  shown = $state(false); // it has come up: not before the last scoring has been counted
  seen: boolean = $state(false);

  over = $derived.by(() => {
    const { picture } = this.store;
    return (picture?.result?.length ?? 0) > 0 && picture?.scratchpad == null;
  });
  sealed = $derived.by(() => this.over && !this.seen);
  /** Everybody as the top bar may show them. At one screen everybody looks, so nobody's purse is open. */
  players = $derived.by(() => {
    const { players, mine, picture } = this.store;
    return this.sealed ? withHiddenCoins(players, mine.length === 1 ? (picture?.you ?? -1) : -1) : players;
  });
  /** What the page says in place of the result. */
  placeholder = $derived.by(() => (this.sealed ? t("table.end_sealed") : ""));

  constructor(
    private readonly store: TableStore,
    private readonly table: string,
  ) {
    this.seen = loadStored<string[]>(SEEN, []).includes(table);
  }

  /** The last purse is open, here and whenever this table is opened again. */
  markSeen(): void {
    if (this.seen) return;
    this.seen = true;
    saveStored(SEEN, [...loadStored<string[]>(SEEN, []).filter((one) => one !== this.table), this.table].slice(-KEPT));
  }
}
