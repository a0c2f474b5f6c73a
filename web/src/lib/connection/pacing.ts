/**
 * Pictures one after another, slowly enough to be read. What I do myself is shown at once; what others do waits
 * until the picture before has been seen. Each event states its own pause, and what a die decides is held back until
 * the die lies. A tap shows everything.
 */

import type { EventLine, Picture } from "../../wire";
import type { Scene } from "./scenes";

export interface PacingHost {
  show: (scene: Scene, skipped: readonly Scene[]) => void;
  /** This one is about to be shown, when what it waits for has been watched. */
  watch: (event: EventLine, scene: Scene) => void;
  /** Milliseconds for this person; 0 when nothing should move. */
  duration: (milliseconds: number) => number;
  later: (run: () => void, milliseconds: number) => number;
  forget: (timer: number) => void;
  now: () => number;
}

const QUIET = 60;
const MANY = 10; // so many pictures waiting: hurry
const OTHERS = 0.3; // of the pauses beside the longest one

/** How long a picture wants to be looked at before the next one. */
export function viewingTime(picture: Picture): number {
  if (picture.fresh) return QUIET;
  const pauses = picture.events.filter((event) => event.important ?? true).map((event) => event.pause ?? 0);
  const longest = Math.max(QUIET, ...pauses);
  const rest = pauses.reduce((sum, pause) => sum + pause, 0) - longest;
  return longest + Math.max(0, rest) * OTHERS;
}

/** The event of a picture that decides it, and is watched first: the last die. */
export function watchedEvent(picture: Picture): EventLine | undefined {
  return picture.fresh ? undefined : picture.events.filter((event) => (event.hold ?? 0) > 0).at(-1);
}

export class Pacing {
  #waiting: Scene[] = [];
  #shown: Scene | null = null;
  #free = 0; // from when on the next one may be shown
  #timer: number | null = null;
  #watching: Scene | null = null; // held back: the first that waits
  #paused = false; // only a step shows the next one

  constructor(private readonly host: PacingHost) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Start anew with this scene: a welcome. */
  begin(scene: Scene): void {
    this.stop();
    this.#paused = false;
    this.#waiting = [];
    this.#present(scene, []);
    this.#free = 0;
  }

  push(scene: Scene): void {
    this.#waiting.push(scene);
    this.#next();
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Nothing more by itself; or on with it. */
  pause(on: boolean): void {
    this.#paused = on && this.#waiting.length > 0;
    if (this.#paused) this.stop();
    else this.#next();
  }

  /** The next one, and no more by itself. */
  showNext(): void {
    this.stop();
    const first = this.#waiting.shift();
    this.#paused = this.#waiting.length > 0;
    if (first) this.#present(first, []);
  }

  /** Everything that waits, now. */
  showAll(): void {
    this.#paused = false;
    const last = this.#waiting.pop();
    if (!last) return;
    this.stop();
    const passed = this.#waiting;
    this.#waiting = [];
    this.#present(last, passed);
  }

  stop(): void {
    if (this.#timer !== null) this.host.forget(this.#timer);
    this.#timer = null;
    this.#watching = null;
  }

  #present(scene: Scene, skipped: readonly Scene[]): void {
    this.#shown = scene;
    const hurry = this.#waiting.length > MANY ? 4 : 1;
    this.#free = this.host.now() + this.host.duration(viewingTime(scene.picture)) / hurry;
    this.host.show(scene, skipped);
  }

  #later(milliseconds: number): void {
    this.#timer = this.host.later(() => {
      this.#timer = null;
      this.#free = 0;
      this.#next();
    }, milliseconds);
  }

  #next(): void {
    if (this.#timer !== null || this.#paused) return;
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const mine = this.#shown?.picture.ask != null; // I was asked, so this is the answer to what I did
      const wait = mine && this.#waiting.length === 1 ? 0 : this.#free - this.host.now();
      if (wait > 0) return this.#later(wait);
      const die = watchedEvent(first.picture);
      if (die && this.#watching !== first) {
        this.#watching = first;
        this.host.watch(die, first);
        const hold = this.host.duration(die.hold ?? 0);
        if (hold > 0) return this.#later(hold);
      }
      this.#waiting.shift();
      this.#present(first, []);
    }
  }
}
