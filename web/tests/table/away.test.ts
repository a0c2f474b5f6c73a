import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import AwayPlayer from "../../src/table/action-bar/AwayPlayer.svelte";
import type { Player } from "../../src/wire";

const bob = (away: number): Player => ({
  ...{ seat: 1, name: "Bob", coins: null, troops: [], bot: "", person: true, present: false, away, clock: null, ticking: false },
});

describe("somebody who has left", () => {
  it("is waited for, for a minute", () => {
    render(AwayPlayer, { player: bob(41), heardAt: performance.now(), busy: false, onstandin: vi.fn() });
    expect(screen.getByTestId("away").textContent).toContain("0:41");
    expect(screen.queryByTestId("away-ask")).toBeNull();
  });

  it("is replaced by a bot only when that has been asked twice", async () => {
    const stand = vi.fn();
    render(AwayPlayer, { player: bob(60), heardAt: performance.now(), busy: false, onstandin: stand });
    await fireEvent.click(screen.getByTestId("away-ask"));
    await fireEvent.click(screen.getByTestId("away-wait"));
    expect(stand).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId("away-ask"));
    await fireEvent.click(screen.getByTestId("away-bot"));
    expect(stand).toHaveBeenCalledOnce();
  });
});
