/**
 * Pictures one after another, slowly enough to be read. What I do myself is shown at once; what others do waits
 * until the picture before has been seen. A tap shows everything.
 */

import type { Picture } from "../wire";

export interface Stage {
  show: (picture: Picture, skipped: readonly Picture[]) => void;
  /** Milliseconds for this person; 0 when nothing should move. */
  duration: (milliseconds: number) => number;
  later: (run: () => void, milliseconds: number) => number;
  forget: (timer: number) => void;
  now: () => number;
}

const STEP = 650;
const FOUND = 2600; // a name and a line to read
const DIE = 1500;
const SCORE = 900;
const SCORE_LINE = 240;
const QUIET = 60;
const MANY = 10; // so many pictures waiting: hurry

/** How long a picture wants to be looked at before the next one. */
export function attention(picture: Picture): number {
  if (picture.fresh) return QUIET;
  let wanted = QUIET;
  for (const event of picture.events) {
    if (event.thing) wanted = Math.max(wanted, FOUND);
    else if (event.kind === "rolled") wanted = Math.max(wanted, DIE);
    else if (event.lines?.length) wanted = Math.max(wanted, SCORE + SCORE_LINE * event.lines.length);
    else if (event.important ?? true) wanted = Math.max(wanted, STEP);
  }
  return wanted;
}

export class Pacing {
  #waiting: Picture[] = [];
  #shown: Picture | null = null;
  #free = 0; // from when on the next one may be shown
  #timer: number | null = null;

  constructor(private readonly stage: Stage) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Start anew with this picture: a welcome. */
  begin(picture: Picture): void {
    this.stop();
    this.#waiting = [];
    this.#present(picture, []);
    this.#free = 0;
  }

  push(picture: Picture): void {
    this.#waiting.push(picture);
    this.#next();
  }

  /** Everything that waits, now. */
  skip(): void {
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
  }

  #present(picture: Picture, skipped: readonly Picture[]): void {
    this.#shown = picture;
    const hurry = this.#waiting.length > MANY ? 4 : 1;
    this.#free = this.stage.now() + this.stage.duration(attention(picture)) / hurry;
    this.stage.show(picture, skipped);
  }

  #next(): void {
    if (this.#timer !== null) return;
    while (this.#waiting.length) {
      const mine = this.#shown?.ask != null; // I was asked, so this is the answer to what I did
      const wait = mine && this.#waiting.length === 1 ? 0 : this.#free - this.stage.now();
      if (wait > 0) {
        this.#timer = this.stage.later(() => {
          this.#timer = null;
          this.#free = 0;
          this.#next();
        }, wait);
        return;
      }
      const picture = this.#waiting.shift();
      if (picture) this.#present(picture, []);
    }
  }
}
