import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import type { TableStore } from "../../src/lib/connection/table-store.svelte";
import Coach from "../../src/table/drawer/Coach.svelte";
import { markTopicRead, topicWasRead } from "../../src/table/plan-runner.svelte";
import { Turn } from "../../src/table/turn.svelte";
import type { Advice, Choice, TableInfo } from "../../src/wire";
import { picture } from "./pictures";
import { seated, type Wire } from "./wire";

const choice = (action: string, kind: Choice["kind"] = "conquer"): Choice => ({
  action,
  kind,
  label: action,
  region: Number(action.slice(1)),
});
const asked = (...choices: Choice[]) => ({ seat: 0, step: "conquer", sentence: "?", choices, hand: 3 });
const advice = (version: number, ...actions: string[]): Advice => ({
  type: "advice",
  version,
  topic: "conquer",
  title: "Conquer on",
  principle: "Every region pays.",
  text: `My advice: ${actions.join(" ")}.`,
  steps: actions.map((action) => ({ action, label: action, region: Number(action.slice(1)), chance: action.startsWith("r") ? 0.5 : null })),
  whys: [{ kind: "coins", text: "6 coins this turn." }],
});
const info = (guide: boolean): Partial<TableInfo> => ({ id: "t", phase: "playing", seats: [], options: { guide }, mine: [0], coach: true });

function table(guide = true): { wire: Wire; store: TableStore; turn: Turn } {
  const { wire, store } = seated(info(guide), picture(1, { ask: asked(choice("c4"), choice("c9")) }));
  return { wire, store, turn: new Turn(store) };
}

beforeEach(() => {
  localStorage.clear();
  settings.set({ coach: null });
});

afterEach(cleanup);

describe("the coach", () => {
  it("is asked for where the table was opened with it, and as it was left", () => {
    expect(table(true).wire.last("coach")).toEqual({ type: "coach", on: true });
    expect(table(false).wire.last("coach")).toBeUndefined();
    settings.set({ coach: false });
    expect(table(true).wire.last("coach")).toBeUndefined();
    settings.set({ coach: true });
    expect(table(false).wire.last("coach")).toEqual({ type: "coach", on: true });
  });

  it("goes off and on at the table, and the browser remembers it", async () => {
    const { wire, store, turn } = table();
    render(Coach, { turn });
    await fireEvent.click(screen.getByTestId("coach-switch"));
    expect([store.coachOn, settings.coach, wire.last("coach")?.on]).toEqual([false, false, false]);
    await fireEvent.click(screen.getByTestId("coach-switch"));
    expect([store.coachOn, settings.coach, wire.last("coach")?.on]).toEqual([true, true, true]);
  });

  it("shows no advice about the past", () => {
    const { wire, store } = table();
    wire.says(advice(1, "c4"));
    expect(store.advice?.steps.length).toBe(1);
    wire.says(picture(2, { ask: asked(choice("c9")) }));
    expect(store.advice).toBeNull();
    wire.says(advice(1, "c4"));
    expect(store.advice).toBeNull();
  });

  it("does the next step, or all of them until something cannot be taken back", async () => {
    const { wire, turn } = table();
    wire.says(advice(1, "c4", "c9", "r5"));
    render(Coach, { turn });
    await fireEvent.click(screen.getByTestId("coach-all"));
    expect(wire.last("move")).toMatchObject({ version: 1, actions: ["c4"] });
    wire.says({ type: "accepted", id: wire.last("move")?.id as number, version: 2 });
    wire.says(picture(2, { ask: asked(choice("c9")) }));
    wire.says(advice(2, "c9", "r5"));
    await Promise.resolve();
    expect(wire.last("move")).toMatchObject({ version: 2, actions: ["c9"] });
    wire.says({ type: "accepted", id: wire.last("move")?.id as number, version: 3 });
    wire.says(picture(3, { ask: asked(choice("r5", "roll")) }));
    wire.says(advice(3, "r5"));
    await Promise.resolve();
    expect(wire.last("move")).toMatchObject({ version: 2 }); // the die is for a person to roll
    expect(turn.planRunner.running).toBe(false);
    await fireEvent.click(screen.getByTestId("coach-do"));
    expect(turn.pending?.action).toBe("r5"); // and is asked twice
  });

  it("does a whole redeployment at once", async () => {
    const { wire, turn } = table();
    wire.says(
      picture(2, { ask: asked({ ...choice("t4.3", "place"), region: 4, count: 3 }, { ...choice("t9.3", "place"), region: 9, count: 3 }) }),
    );
    const said = advice(2, "t4.2", "t9.1");
    wire.says({ ...said, steps: said.steps.map((step, at) => ({ ...step, region: [4, 9][at] ?? 0, count: [2, 1][at] ?? 0 })) });
    render(Coach, { turn });
    await fireEvent.click(screen.getByTestId("coach-do"));
    expect(wire.last("move")).toMatchObject({ version: 2, actions: ["t4.2", "t9.1"] });
  });

  it("tells a principle once", () => {
    expect(topicWasRead("conquer")).toBe(false);
    markTopicRead("conquer");
    markTopicRead("conquer");
    expect(topicWasRead("conquer")).toBe(true);
    expect(topicWasRead("pick")).toBe(false);
  });
});

describe("one's own plan", () => {
  it("comes before the coach's, is followed step by step, and gives way when it no longer fits", async () => {
    const { wire, store, turn } = table();
    wire.says(advice(1, "c9"));
    store.plan = advice(1, "c4", "c9").steps;
    expect(turn.planRunner.steps.map((step) => step.action)).toEqual(["c4", "c9"]);
    turn.planRunner.step();
    expect(wire.last("move")).toMatchObject({ actions: ["c4"] });
    expect(store.plan.map((step) => step.action)).toEqual(["c9"]);
    wire.says({ type: "accepted", id: wire.last("move")?.id as number, version: 2 });
    wire.says(picture(2, { ask: asked(choice("c7")) }));
    expect(turn.planRunner.own).toEqual([]);
  });

  it("is tried out in private: the copy is asked for and left again", () => {
    const { wire, store } = table();
    store.setScratchpad(true);
    expect(wire.last("scratchpad")).toMatchObject({ on: true });
    wire.says({ type: "accepted", id: wire.last("scratchpad")?.id as number, version: 1 });
    wire.says(picture(1, { ask: asked(choice("c4")), scratchpad: [] }));
    wire.says({ type: "meanwhile", moves: 2, asked: true });
    expect(store.meanwhile?.asked).toBe(true);
    store.move(["c4"]);
    expect(store.plan).toEqual([]); // what is done there is no plan until it is kept
  });
});
