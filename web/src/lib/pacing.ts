/**
 * Pictures one after another, slowly enough to be read. What I do myself is shown at once; what others do waits
 * until the picture before has been seen. Each event states its own pause, and what a die decides is held back until
 * the die lies. A tap shows everything.
 */

import type { EventLine, Picture } from "../wire";

export interface Stage {
  show: (picture: Picture, skipped: readonly Picture[]) => void;
  /** This one is about to be shown, when what it waits for has been watched. */
  watch: (event: EventLine, picture: Picture) => void;
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
export function attention(picture: Picture): number {
  if (picture.fresh) return QUIET;
  const pauses = picture.events.filter((event) => event.important ?? true).map((event) => event.pause ?? 0);
  const longest = Math.max(QUIET, ...pauses);
  const rest = pauses.reduce((sum, pause) => sum + pause, 0) - longest;
  return longest + Math.max(0, rest) * OTHERS;
}

/** The event of a picture that decides it, and is watched first: the last die. */
export function watched(picture: Picture): EventLine | undefined {
  return picture.fresh ? undefined : picture.events.filter((event) => (event.hold ?? 0) > 0).at(-1);
}

export class Pacing {
  #waiting: Picture[] = [];
  #shown: Picture | null = null;
  #free = 0; // from when on the next one may be shown
  #timer: number | null = null;
  #watching: Picture | null = null; // held back: the first that waits
  #stopped = false; // only a step shows the next one

  constructor(private readonly stage: Stage) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Start anew with this picture: a welcome. */
  begin(picture: Picture): void {
    this.stop();
    this.#stopped = false;
    this.#waiting = [];
    this.#present(picture, []);
    this.#free = 0;
  }

  push(picture: Picture): void {
    this.#waiting.push(picture);
    this.#next();
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Nothing more by itself; or on with it. */
  halt(stopped: boolean): void {
    this.#stopped = stopped && this.#waiting.length > 0;
    if (this.#stopped) this.stop();
    else this.#next();
  }

  /** The next one, and no more by itself. */
  step(): void {
    this.stop();
    const first = this.#waiting.shift();
    this.#stopped = this.#waiting.length > 0;
    if (first) this.#present(first, []);
  }

  /** Everything that waits, now. */
  skip(): void {
    this.#stopped = false;
    const last = this.#waiting.pop();
    if (!last) return;
    this.stop();
    const passed = this.#waiting;
    this.#waiting = [];
    this.#present(last, passed);
  }

  stop(): void {
    if (this.#timer !== null) this.stage.forget(this.#timer);
    this.#timer = null;
    this.#watching = null;
  }

  #present(picture: Picture, skipped: readonly Picture[]): void {
    this.#shown = picture;
    const hurry = this.#waiting.length > MANY ? 4 : 1;
    this.#free = this.stage.now() + this.stage.duration(attention(picture)) / hurry;
    this.stage.show(picture, skipped);
  }

  #later(milliseconds: number): void {
    this.#timer = this.stage.later(() => {
      this.#timer = null;
      this.#free = 0;
      this.#next();
    }, milliseconds);
  }

  #next(): void {
    if (this.#timer !== null || this.#stopped) return;
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const mine = this.#shown?.ask != null; // I was asked, so this is the answer to what I did
      const wait = mine && this.#waiting.length === 1 ? 0 : this.#free - this.stage.now();
      if (wait > 0) return this.#later(wait);
      const die = watched(first);
      if (die && this.#watching !== first) {
        this.#watching = first;
        this.stage.watch(die, first);
        const hold = this.stage.duration(die.hold ?? 0);
        if (hold > 0) return this.#later(hold);
      }
      this.#waiting.shift();
      this.#present(first, []);
    }
  }
}
