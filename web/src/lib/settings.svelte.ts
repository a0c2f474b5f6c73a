/** How this person likes the page. Every change is applied to the document at once, and kept. */

import { LANGUAGES } from "../wire";
import { saveStored, loadStored } from "./storage";

export type Lang = (typeof LANGUAGES)[number];

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const MOTION_SETTINGS = ["auto", "full", "less"] as const;
export type MotionSetting = (typeof MOTION_SETTINGS)[number];

export const TEXT_SIZES = [90, 100, 115, 130, 150] as const; // percent
export const SPEEDS = [0.5, 1, 2, 4] as const; // of animations: 2 is twice as fast

/** What is asked once more: also a wasted turn; only what cannot be undone; nothing. */
export const GUARDS = ["all", "final", "off"] as const;
export type Guard = (typeof GUARDS)[number];

const NAME = "settings";

interface StoredSettings {
  lang: Lang;
  theme: Theme;
  textSize: number;
  motion: MotionSetting;
  speed: number;
  coach: boolean | null;
  banter: boolean; // bots have a face and say something now and then
  strength: boolean; // how strong combos have proved is shown beside them
  foresight: boolean; // what a party would aim at now is shown on the board
  guard: Guard;
  numbers: boolean; // regions show their numbers beside their names
  call: boolean; // a notice of the system when it is my turn and the page is hidden
}

/** The first language of the browser that we speak. */
export function preferredLang(preferred: readonly string[]): Lang {
  for (const code of preferred) {
    const found = LANGUAGES.find((lang) => code.toLowerCase().split("-")[0] === lang);
    if (found) return found;
  }
  return "en";
}

/** What was kept, as far as it still makes sense. */
export function validSettings(kept: unknown, preferred: readonly string[]): StoredSettings {
  const old = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const one = <T>(allowed: readonly T[], value: unknown, otherwise: T): T => (allowed.includes(value as T) ? (value as T) : otherwise);
  return {
    lang: one<Lang>(LANGUAGES, old.lang, preferredLang(preferred)),
    theme: one<Theme>(THEMES, old.theme, "auto"),
    textSize: one<number>(TEXT_SIZES, old.textSize, 100),
    motion: one<MotionSetting>(MOTION_SETTINGS, old.motion, "auto"),
    speed: one<number>(SPEEDS, old.speed, 1),
    coach: typeof old.coach === "boolean" ? old.coach : null,
    banter: old.banter !== false,
    strength: old.strength !== false,
    foresight: old.foresight !== false,
    guard: one<Guard>(GUARDS, old.guard, "all"),
    numbers: old.numbers === true,
    call: old.call === true,
  };
}

function asks(query: string): MediaQueryList | null {
  return typeof matchMedia === "function" ? matchMedia(query) : null;
}

class Settings {
  #kept: StoredSettings = $state(validSettings(loadStored<unknown>(NAME, null), navigator.languages ?? [navigator.language]));
  #systemDark = $state(false);
  #systemLessMotion = $state(false);

  constructor() {
    const prefersDark = asks("(prefers-color-scheme: dark)");
    const prefersLessMotion = asks("(prefers-reduced-motion: reduce)");
    const readPreferences = (): void => {
      this.#systemDark = prefersDark?.matches ?? false;
      this.#systemLessMotion = prefersLessMotion?.matches ?? false;
      this.apply();
    };
    prefersDark?.addEventListener("change", readPreferences);
    prefersLessMotion?.addEventListener("change", readPreferences);
    readPreferences();
  }

  get lang(): Lang {
    return this.#kept.lang;
  }
  get theme(): Theme {
    return this.#kept.theme;
  }
  get textSize(): number {
    return this.#kept.textSize;
  }
  get motion(): MotionSetting {
    return this.#kept.motion;
  }
  get speed(): number {
    return this.#kept.speed;
  }
  get banter(): boolean {
    return this.#kept.banter;
  }
  /** Whether the coach was left on or off; null: as the table says. */
  get coach(): boolean | null {
    return this.#kept.coach;
  }

  get strength(): boolean {
    return this.#kept.strength;
  }
  get foresight(): boolean {
    return this.#kept.foresight;
  }
  get guard(): Guard {
    return this.#kept.guard;
  }
  get numbers(): boolean {
    return this.#kept.numbers;
  }
  get call(): boolean {
    return this.#kept.call;
  }

  /** The theme as it is drawn. */
  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && this.#systemDark);
  }

  /** Nothing should move. */
  get reducedMotion(): boolean {
    return this.motion === "less" || (this.motion === "auto" && this.#systemLessMotion);
  }

  /** How long an animation of so many milliseconds lasts for this person; 0 when nothing should move. */
  duration(milliseconds: number): number {
    return this.reducedMotion ? 0 : milliseconds / this.speed;
  }

  set(change: Partial<StoredSettings>): void {
    Object.assign(this.#kept, change);
    saveStored(NAME, this.#kept);
    this.apply();
  }

  /** `<html data-theme="light|dark" data-motion="full|less" style="font-size: …%">` */
  apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.dark ? "dark" : "light";
    root.dataset.motion = this.reducedMotion ? "less" : "full";
    root.style.fontSize = `${this.textSize}%`;
  }
}

export const settings = new Settings();
