/** The table calls whoever is looking elsewhere: the page's title and icon say whose turn it is, and a notice if wished. */

import { untrack } from "svelte";
import { t } from "../lib/i18n.svelte";
import { settings } from "../lib/settings.svelte";
import type { TableStore } from "../lib/connection/table-store.svelte";

const CALM = "./favicon.svg";
const TURN = "./favicon-turn.svg";

function icon(href: string): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", href);
}

export class TurnNotice {
  /** Somebody at this device is to decide. */
  asked = $derived.by(() => {
    const { picture, mine } = this.store;
    return picture !== null && picture.step !== "over" && mine.includes(picture.decides) && !this.#botPlays(picture.decides);
  });

  constructor(private readonly store: TableStore) {}

  #botPlays(seat: number): boolean {
    return Boolean(this.store.players.find((player) => player.seat === seat)?.bot);
  }

  get title(): string {
    const { picture, players, mine } = this.store;
    const app = t("common.app");
    if (!picture) return app;
    if (picture.step === "over") return `${t("table.over")} · ${app}`;
    const name = players.find((player) => player.seat === (picture.decides >= 0 ? picture.decides : picture.turn))?.name ?? "";
    if (this.asked && mine.length === 1) return `● ${t("table.your_turn")} · ${app}`;
    return name ? `${name} · ${app}` : app;
  }

  /** To be returned from an effect. */
  watch(): () => void {
    document.title = this.title;
    icon(this.asked ? TURN : CALM);
    if (this.asked) untrack(() => this.#call());
    return () => icon(CALM);
  }

  #call(): void {
    if (!settings.call || !document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted") return;
    const notice = new Notification(t("table.your_turn"), { body: this.store.picture?.ask?.sentence ?? "", tag: "turn", icon: CALM });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  }
}
