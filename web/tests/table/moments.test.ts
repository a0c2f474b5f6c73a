import { render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import Die from "../../src/board/Die.svelte";
import { COIN_LANDS } from "../../src/board/flights";
import { dieOutcome } from "../../src/lib/connection/die-outcome";
import { meets } from "../../src/lib/stored/met-races";
import { landings, PurseCount } from "../../src/table/purse-count.svelte";
import { line, named, picture, spot, stack } from "./pictures";

describe("moments of a game", () => {
  const rolled = line(4, 0, "rolled", { amount: 2, hold: 1500 });
  const before = picture(1, { spots: [spot(7, stack("owls", 1, 2))] });

  it("a die says who has won the region, once it lies", () => {
    const taken = picture(2, { events: [rolled, line(4, 0, "conquered", { region: 7, race: named("race", "newts") })] });
    expect(dieOutcome(rolled, taken, before)).toEqual({ taken: true, race: named("race", "newts") });
    const held = picture(2, { events: [rolled, line(4, 0, "repelled", { region: 7, race: named("race", "newts") })] });
    expect(dieOutcome(rolled, held, before)).toEqual({ taken: false, race: named("race", "owls") });
    expect(dieOutcome(rolled, held, null)).toEqual({ taken: false, race: null }); // nobody lives there
    expect(dieOutcome(rolled, picture(2, { events: [rolled] }), before)).toBeNull(); // a first roll decides nothing yet
  });

  it("nothing is told of it while it rolls", async () => {
    const outcome = { taken: true, race: null };
    const { rerender } = render(Die, { event: rolled, outcome, held: true, onclose: vi.fn() });
    expect(screen.getByTestId("die").textContent).not.toContain("table.die_taken");
    await rerender({ held: false });
    expect(screen.getByTestId("die").textContent).toContain("table.die_taken");
  });

  it("a purse fills as coins land, never before", () => {
    vi.useFakeTimers();
    const lines = [2, 1].map((amount) => ({ amount, label: "" }));
    expect(landings(lines, 9)).toMatchObject({ start: 6, steps: [{ coins: 8 }, { coins: 9 }] });
    const ann = { ...{ seat: 0, name: "Ann", coins: 9, troops: [], bot: "", person: true, present: true, clock: null, ticking: false } };
    const purses = new PurseCount();
    const scored = [line(1, 0, "scored", { seat: 0, lines })];
    purses.show(scored, [ann], (time) => time);
    expect(purses.coins(ann)).toBe(6);
    vi.advanceTimersByTime(COIN_LANDS + 1);
    expect(purses.coins(ann)).toBe(8);
    purses.show([], [ann], (time) => time); // the next scene does not wait
    expect(purses.coins(ann)).toBe(9);
    purses.show(scored, [ann], () => 0); // without motion it is there at once
    expect(purses.coins(ann)).toBe(9);
    expect(purses.coins({ ...ann, coins: null })).toBeNull();
    vi.useRealTimers();
  });

  it("a race is introduced once", () => {
    expect([meets("owls"), meets("newts"), meets("owls")]).toEqual([true, true, false]);
  });
});
