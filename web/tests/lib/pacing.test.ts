import { beforeEach, describe, expect, it } from "vitest";
import { viewingTime, Pacing } from "../../src/lib/connection/pacing";
import type { Scene } from "../../src/lib/connection/scenes";
import type { Ask, Picture } from "../../src/wire";
import { line, picture } from "../table/pictures";

let clock: number;
let timers: { run: () => void; at: number; id: number }[];
let shown: number[];
let skipped: number[];
let watching: number[];
let speed: number;
let pacing: Pacing;

const ask: Ask = { seat: 0, step: "conquer", sentence: "", choices: [] };
const theirs = (version: number): Picture => picture(version, { decides: 1, events: [line(version, 1)] });

const scene = (one: Picture): Scene => ({ picture: one, logFrom: one.first ?? 0, news: one.events, motions: [], arrived: 0 });

beforeEach(() => {
  [clock, timers, shown, skipped, watching, speed] = [0, [], [], [], [], 1];
  pacing = new Pacing({
    show: (one, passed) => {
      shown.push(one.picture.version);
      skipped.push(...passed.map((other) => other.picture.version));
    },
    watch: (_, one) => watching.push(one.picture.version),
    duration: (milliseconds) => milliseconds * speed,
    later: (run, milliseconds) => timers.push({ run, at: clock + milliseconds, id: timers.length }),
    forget: () => (timers = []),
    now: () => clock,
  });
});

function wait(milliseconds: number): void {
  clock += milliseconds;
  const due = timers.filter((timer) => timer.at <= clock);
  timers = timers.filter((timer) => timer.at > clock);
  for (const timer of due) timer.run();
}

describe("pacing", () => {
  it("shows what others do one after another", () => {
    pacing.begin(scene(picture(1, { decides: 1 })));
    pacing.push(scene(theirs(2)));
    pacing.push(scene(theirs(3)));
    pacing.push(scene(theirs(4)));
    expect(shown).toEqual([1, 2]);
    expect(pacing.waiting).toBe(2);
    wait(700);
    expect(shown).toEqual([1, 2, 3]);
    wait(700);
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it("shows the answer to my own move at once", () => {
    pacing.begin(scene(picture(1, { ask, events: [line(1, 0)] })));
    pacing.push(scene(picture(2, { ask, events: [line(2, 0)] })));
    pacing.push(scene(picture(3, { ask, events: [line(3, 0)] })));
    expect(shown).toEqual([1, 2, 3]);
  });

  it("shows everything when told to skip, and loses no picture on the way", () => {
    pacing.begin(scene(theirs(1)));
    for (const version of [2, 3, 4]) pacing.push(scene(theirs(version)));
    pacing.showAll();
    expect(shown).toEqual([1, 2, 4]);
    expect(skipped).toEqual([3]);
    expect(pacing.waiting).toBe(0);
    wait(10_000);
    expect(shown).toEqual([1, 2, 4]);
  });

  it("does not wait for people who want no motion", () => {
    speed = 0;
    pacing.begin(scene(theirs(1)));
    for (const version of [2, 3, 4]) pacing.push(scene(theirs(version)));
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it("starts anew with a welcome", () => {
    pacing.begin(scene(theirs(1)));
    pacing.push(scene(theirs(2)));
    pacing.push(scene(theirs(3)));
    pacing.begin(scene(picture(9)));
    wait(10_000);
    expect(shown).toEqual([1, 2, 9]);
  });
});

describe("a die", () => {
  const rolled = (version: number, more: Partial<Picture> = {}): Picture =>
    picture(version, {
      events: [line(version, 0, "attempt"), line(version, 0, "rolled", { amount: 2, hold: 1500 }), line(version, 0)],
      ...more,
    });

  it("is watched first: what it decides is held back until it lies, for my own rolls too", () => {
    pacing.begin(scene(picture(1, { ask })));
    pacing.push(scene(rolled(2, { ask })));
    expect([shown, watching]).toEqual([[1], [2]]);
    expect(pacing.waiting).toBe(1);
    wait(1400);
    expect(shown).toEqual([1]);
    wait(200);
    expect(shown).toEqual([1, 2]);
    expect(watching).toEqual([2]);
  });

  it("lies at once for whoever skips, and for whoever wants no motion", () => {
    pacing.begin(scene(theirs(1)));
    pacing.push(scene(rolled(2)));
    pacing.showAll();
    expect(shown).toEqual([1, 2]);
    wait(5000);
    expect(shown).toEqual([1, 2]);
    speed = 0;
    pacing.push(scene(rolled(3)));
    expect([shown, watching]).toEqual([
      [1, 2, 3],
      [2, 3],
    ]);
  });

  it("is not rolled again when the picture is no news", () => {
    pacing.begin(scene(theirs(1)));
    wait(5000);
    pacing.push(scene(rolled(2, { fresh: true })));
    expect([shown, watching]).toEqual([[1, 2], []]);
  });
});

describe("attention", () => {
  it("is what the events ask for: the longest of them, and a part of the others", () => {
    const of = (events: Picture["events"]): number => viewingTime(picture(1, { events }));
    const conquest = line(1, 1, "conquered", { pause: 650 });
    expect(of([conquest])).toBe(650);
    expect(of([conquest, line(1, 1, "scored", { pause: 2000 })])).toBe(2000 + 0.3 * 650);
    expect(of([line(1, 1, "placed", { important: false, pause: 900 })])).toBeLessThan(100);
    expect(viewingTime(picture(1, { events: [conquest], fresh: true }))).toBeLessThan(100);
  });
});

describe("pacing of a mixture", () => {
  it("hurries only what answers me, not what others do after it", () => {
    pacing.begin(scene(theirs(1)));
    pacing.push(scene(picture(2, { ask, events: [line(2, 1)] })));
    pacing.push(scene(theirs(3)));
    expect(shown).toEqual([1, 2, 3]); // 2 asked me, so 3 is what I did
    pacing.push(scene(theirs(4)));
    expect(shown).toEqual([1, 2, 3]);
    wait(700);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
});
