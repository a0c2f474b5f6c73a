import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TableStore } from "../../src/lib/connection/table-store.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { HAND, Turn } from "../../src/table/turn.svelte";
import type { Ask, Choice } from "../../src/wire";
import { picture, spot, stack } from "./pictures";

const choice = (kind: Choice["kind"], action: string, region = -1, more: Partial<Choice> = {}): Choice => ({
  kind,
  action,
  label: action,
  region,
  ...more,
});
const asked = (choices: Choice[], more: Partial<Ask> = {}): Ask => ({ seat: 0, step: "conquer", sentence: "", choices, ...more });

const calls = { move: vi.fn(), askAbout: vi.fn(), showAll: vi.fn(), closeAnswer: vi.fn() };
let store: TableStore;

function turnFor(ask: Ask, waiting = 0): Turn {
  const spots = [spot(1, stack("orcs", 0, 1)), spot(2, stack("orcs", 0, 2)), spot(3)];
  store = { ...calls, waiting, picture: picture(1, { ask, spots }) } as unknown as TableStore;
  return new Turn(store);
}

beforeEach(() => vi.clearAllMocks());

describe("a tap on a region", () => {
  it("does what can be undone", () => {
    turnFor(asked([choice("conquer", "c3", 3)])).tap(3);
    expect(calls.move).toHaveBeenCalledWith(["c3"], []);
  });

  it("asks why, where nothing can be done", () => {
    const turn = turnFor(asked([choice("conquer", "c3", 3)]));
    turn.tap(1);
    expect(calls.askAbout).toHaveBeenCalledWith(1);
    expect(turn.selected).toBe(1);
    expect(calls.move).not.toHaveBeenCalled();
  });

  it("asks before the die: there is no way back", () => {
    const turn = turnFor(asked([choice("roll", "r3", 3)]));
    turn.tap(3);
    expect(calls.move).not.toHaveBeenCalled();
    expect(turn.pending?.action).toBe("r3");
    turn.pressMain();
    expect(calls.move).toHaveBeenCalledWith(["r3"], []);
  });

  it("asks before a turn is thrown away; the main button is the way back", () => {
    const stay = choice("end", "e", -1, { waste: "Nothing would be scored." });
    const turn = turnFor(asked([stay], { main: "e" }));
    turn.pressMain();
    expect(turn.pending?.action).toBe("e");
    turn.pressMain();
    expect(turn.pending).toBeNull();
    expect(calls.move).not.toHaveBeenCalled();
    turn.choose(stay);
    turn.confirm();
    expect(calls.move).toHaveBeenCalledWith(["e"], []);
  });

  it("asks only before the die, or never, for those who want it so", () => {
    const [stay, die] = [choice("end", "e", -1, { waste: "Nothing." }), choice("roll", "r3", 3)];
    settings.set({ guard: "final" });
    const turn = turnFor(asked([stay, die]));
    turn.choose(stay);
    expect(calls.move).toHaveBeenLastCalledWith(["e"], []);
    turn.choose(die);
    expect(turn.pending?.action).toBe("r3");
    settings.set({ guard: "off" });
    turnFor(asked([die])).choose(die);
    expect(calls.move).toHaveBeenLastCalledWith(["r3"], []);
    settings.set({ guard: "all" });
  });

  it("shows everything that waits before anything else", () => {
    turnFor(asked([choice("conquer", "c3", 3)]), 2).tap(3);
    expect(calls.showAll).toHaveBeenCalled();
    expect(calls.move).not.toHaveBeenCalled();
  });
});

describe("arranging troops", () => {
  const even = [
    { region: 1, count: 2 },
    { region: 2, count: 1 },
  ];
  const ask = asked([choice("place", "t1.3", 1, { count: 3 }), choice("place", "t2.3", 2, { count: 3 })], {
    hand: 3,
    suggestions: [{ id: "even", label: "", placing: even }],
  });
  const at = (x: number): PointerEvent => ({ clientX: x, clientY: 0, button: 0 }) as PointerEvent;

  it("places by taps and sends all at once", () => {
    const turn = turnFor(ask);
    turn.tap(1);
    turn.tap(1);
    turn.tap(2);
    expect(turn.tokensLeft).toBe(0);
    expect(calls.move).not.toHaveBeenCalled();
    turn.pressMain();
    expect(calls.move).toHaveBeenCalledWith([], even);
  });

  it("spreads what is left when it is done early", () => {
    const turn = turnFor(ask);
    turn.pressMain();
    expect(calls.move).toHaveBeenCalledWith([], even);
  });

  it("takes suggestions and gives them back", () => {
    const turn = turnFor(ask);
    turn.applySuggestion(ask.suggestions![0]!);
    expect([...turn.plan]).toEqual([
      [1, 2],
      [2, 1],
    ]);
    turn.clearPlan();
    expect(turn.tokensLeft).toBe(3);
  });

  it("drags from the hand, between regions, and back to the hand", () => {
    const turn = turnFor(ask);
    const drag = (from: number, to: number, far = true): void => {
      turn.startDrag(from, at(0));
      turn.moveDrag(at(far ? 99 : 2));
      turn.endDrag(to);
    };
    drag(HAND, 1);
    expect([...turn.plan]).toEqual([[1, 1]]);
    drag(1, 2, false); // that was a tap
    expect([...turn.plan]).toEqual([[1, 1]]);
    drag(1, 2);
    expect([...turn.plan]).toEqual([[2, 1]]);
    drag(2, -1);
    expect([...turn.plan]).toEqual([]);
  });
});
