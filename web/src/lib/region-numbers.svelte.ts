/** Regions are known by their names. Their numbers are for those who ask: by a setting, or while a key is held. */

import { keyIsTaken } from "./shortcuts";
import { settings } from "./settings.svelte";

const KEY = "i";

class RegionNumbers {
  #held = $state(false);

  get shown(): boolean {
    return settings.numbers || this.#held;
  }

  /** The listeners of the page; the answer takes them away. */
  watch(): () => void {
    const down = (event: KeyboardEvent): void => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (plain && event.key.toLowerCase() === KEY && !keyIsTaken(event.target, event.key)) this.#held = true;
    };
    const up = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === KEY) this.#held = false;
    };
    const away = (): void => void (this.#held = false);
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    addEventListener("blur", away);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
      removeEventListener("blur", away);
    };
  }
}

export const regionNumbers = new RegionNumbers();
