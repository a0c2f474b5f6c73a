/**
 * Sounds made on the spot: oscillators and noise, no files. Quiet, and never two of the same at once. Events say what
 * they sound like; a cue nobody drew is silent. Phones are given a touch of it, too.
 */

import { CUES, playCue } from "./sound-cues";
import { saveStored, loadStored } from "./storage";

const NAME = "sound";
const AGAIN = 70; // milliseconds until the same cue may sound again

/** How a phone shakes, in milliseconds. */
const SHAKES: Readonly<Record<string, number | readonly number[]>> = {
  impact: 18,
  die: [12, 90, 12, 120, 12, 300, 24],
  ruin: [30, 40, 60],
  turn: 30,
  reveal: [10, 60, 20],
};

class Sound {
  #on = $state(loadStored<boolean>(NAME, true));
  #context: AudioContext | null = null;
  #last = new Map<string, number>();

  get on(): boolean {
    return this.#on;
  }

  toggle(): void {
    this.#on = !this.#on;
    saveStored(NAME, this.#on);
    if (!this.#on) void this.#context?.suspend();
    else this.play("join");
  }

  /** Whether there is such a cue. */
  knows(cue: string): boolean {
    return cue in CUES;
  }

  play(cue: string): void {
    const now = performance.now();
    if (!this.knows(cue) || !this.#on || document.hidden || now - (this.#last.get(cue) ?? -AGAIN) < AGAIN) return;
    this.#last.set(cue, now);
    const shake = SHAKES[cue];
    // Browsers allow both only after somebody has touched the page.
    if (shake && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shake as number | number[]);
    const context = this.#ready();
    if (context) playCue(context, cue);
  }

  #ready(): AudioContext | null {
    if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return null;
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") void this.#context.resume();
    return this.#context;
  }
}

export const sound = new Sound();
