import { beforeEach, describe, expect, it } from "vitest";
import { attention, Pacing } from "../../src/lib/pacing";
import type { Ask, Picture } from "../../src/wire";
import { line, picture } from "./pictures";

let clock: number;
let timers: { run: () => void; at: number; id: number }[];
let shown: number[];
let skipped: number[];
let speed: number;
let pacing: Pacing;

const ask: Ask = { seat: 0, step: "conquer", sentence: "", choices: [] };
const theirs = (version: number): Picture => picture(version, { decides: 1, events: [line(version, 1)] });

beforeEach(() => {
  [clock, timers, shown, skipped, speed] = [0, [], [], [], 1];
  pacing = new Pacing({
    show: (one, passed) => {
      shown.push(one.version);
      skipped.push(...passed.map((other) => other.version));
    },
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
    pacing.begin(picture(1, { decides: 1 }));
    pacing.push(theirs(2));
    pacing.push(theirs(3));
    pacing.push(theirs(4));
    expect(shown).toEqual([1, 2]);
    expect(pacing.waiting).toBe(2);
    wait(700);
    expect(shown).toEqual([1, 2, 3]);
    wait(700);
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it("shows the answer to my own move at once", () => {
    pacing.begin(picture(1, { ask, events: [line(1, 0)] }));
    pacing.push(picture(2, { ask, events: [line(2, 0)] }));
    pacing.push(picture(3, { ask, events: [line(3, 0)] }));
    expect(shown).toEqual([1, 2, 3]);
  });

  it("shows everything when told to skip, and loses no picture on the way", () => {
    pacing.begin(theirs(1));
    for (const version of [2, 3, 4]) pacing.push(theirs(version));
    pacing.skip();
    expect(shown).toEqual([1, 2, 4]);
    expect(skipped).toEqual([3]);
    expect(pacing.waiting).toBe(0);
    wait(10_000);
    expect(shown).toEqual([1, 2, 4]);
  });

  it("does not wait for people who want no motion", () => {
    speed = 0;
    pacing.begin(theirs(1));
    for (const version of [2, 3, 4]) pacing.push(theirs(version));
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it("starts anew with a welcome", () => {
    pacing.begin(theirs(1));
    pacing.push(theirs(2));
    pacing.push(theirs(3));
    pacing.begin(picture(9));
    wait(10_000);
    expect(shown).toEqual([1, 2, 9]);
  });
});

describe("attention", () => {
  it("is longer for a die and a scoring than for a conquest, and short for what is not news", () => {
    const of = (events: Picture["events"]): number => attention(picture(1, { events }));
    const scored = line(1, 1, "scored", { lines: [{ amount: 1, label: "region" }] });
    expect(of([line(1, 1, "rolled")])).toBeGreaterThan(of([line(1, 1)]));
    expect(of([scored])).toBeGreaterThan(of([line(1, 1)]));
    expect(of([line(1, 1, "found", { thing: { kind: "relic", id: "lamp", name: "Lamp" } })])).toBeGreaterThan(2000);
    expect(of([line(1, 1, "placed", { important: false })])).toBeLessThan(100);
    expect(attention(picture(1, { events: [line(1, 1)], fresh: true }))).toBeLessThan(100);
  });
});

describe("pacing of a mixture", () => {
  it("hurries only what answers me, not what others do after it", () => {
    pacing.begin(theirs(1));
    pacing.push(picture(2, { ask, events: [line(2, 1)] }));
    pacing.push(theirs(3));
    expect(shown).toEqual([1, 2, 3]); // 2 asked me, so 3 is what I did
    pacing.push(theirs(4));
    expect(shown).toEqual([1, 2, 3]);
    wait(700);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
});
