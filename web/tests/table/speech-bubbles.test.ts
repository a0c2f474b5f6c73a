import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import SpeechBubbles from "../../src/table/SpeechBubbles.svelte";
import type { Picture, Quip } from "../../src/wire";
import { line, picture } from "./pictures";
import { seated } from "./wire";

const theirs = (version: number): Picture => picture(version, { decides: 1, events: [line(version, 1)] });
const quip = (text: string, seat = 1): Quip => ({ type: "quip", seat, name: "Bodo", text });
const table = () => seated({ id: "t", phase: "playing", seats: [], options: {}, mine: [0] }, theirs(1));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  settings.set({ banter: true });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("what people say", () => {
  it("is a bubble too, whatever bots may do, but not for whoever said it", async () => {
    settings.set({ banter: false });
    const { wire, store } = table();
    render(SpeechBubbles, { store });
    wire.says({ type: "said", seat: 1, name: "Bea", text: "Well played." });
    wire.says({ type: "said", seat: 0, name: "Ann", text: "Thanks." });
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getAllByTestId("said").map((one) => one.textContent)).toEqual(["Bea: “Well played.”"]);
    expect(store.chat.length).toBe(2);
  });
});

describe("what bots say", () => {
  it("waits until what it is about has been seen", () => {
    const { wire, store } = table();
    for (const version of [2, 3, 4]) wire.says(theirs(version));
    wire.says(quip("That was mine."));
    wire.says(theirs(5));
    expect([store.picture?.version, store.waiting]).toEqual([2, 3]); // one after another
    expect(store.bubbles).toEqual([]);
    vi.advanceTimersByTime(700);
    expect([store.picture?.version, store.bubbles.length]).toEqual([3, 0]);
    vi.advanceTimersByTime(700);
    expect([store.picture?.version, store.bubbles.map(({ text }) => text)]).toEqual([4, ["That was mine."]]);
  });

  it("is said at once where nothing waits, or by whoever does not want to wait", () => {
    const { wire, store } = table();
    wire.says(quip("Hello."));
    expect(store.bubbles.length).toBe(1);
    for (const version of [2, 3]) wire.says(theirs(version));
    wire.says(quip("Well, well."));
    expect(store.bubbles.map(({ text }) => text)).toEqual(["Hello."]);
    store.showAll();
    expect(store.bubbles.map(({ text }) => text)).toEqual(["Well, well."]); // a bot says one thing at a time
  });

  it("stands there for a while, with the name for ears", async () => {
    const { wire, store } = table();
    render(SpeechBubbles, { store });
    wire.says(quip("Hello."));
    wire.says(quip("Hello yourself.", 2));
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getAllByTestId("quip").map((one) => one.textContent)).toEqual(["Bodo: “Hello.”", "Bodo: “Hello yourself.”"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(screen.queryAllByTestId("quip")).toEqual([]);
  });

  it("is not heard by those who switched it off", () => {
    settings.set({ banter: false });
    const { wire, store } = table();
    wire.says(quip("Hello."));
    settings.set({ banter: true });
    wire.says(theirs(2));
    expect(store.bubbles).toEqual([]);
  });
});
