import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import EndScreen from "../../src/table/end/EndScreen.svelte";
import { linePath, roundNumbers } from "../../src/components/chart/chart";
import { coinRain, coinsBehind, lastRace, loser } from "../../src/table/end/final-scene";
import { wrapped } from "../../src/table/end/share-picture";
import { costliestTurn, lastPause, pursesOpenAfter, openingTime, rankStandings } from "../../src/table/end/standings";
import type { JudgedTurn, Player, Story } from "../../src/wire";
import { line, named, picture } from "./pictures";

vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));

const standing = (
  seat: number,
  coins: number,
  tokens = 5,
  winner = false,
): { seat: number; coins: number; tokens: number; winner: boolean } => ({ seat, coins, tokens, winner });
const player = (seat: number, name: string): Player => ({
  seat,
  name,
  coins: null,
  troops: [],
  bot: "",
  person: true,
  present: true,
  clock: null,
  ticking: false,
});
const story: Story = {
  curves: [
    { seat: 0, coins: [5, 9, 30] },
    { seat: 1, coins: [5, 12, 41] },
  ],
  sentence: "The Newts brought Bo 20 coins. Bo led.",
  turning: { seat: 1, round: 1, text: "Bo led." },
  best: { seat: 1, round: 2, coins: 29, text: "Bo, 29 coins." },
  luck: [{ seat: 0, rolls: 2, pips: 5, expected: 2 }],
  harvest: [
    { seat: 1, race: named("race", "newts"), name: "Old Newts", coins: 20 },
    { seat: 0, race: null, name: "", coins: 3 },
  ],
};

describe("the end", () => {
  it("gives places: level ones share theirs, and the tie that tokens broke counts", () => {
    const places = rankStandings([standing(0, 30), standing(2, 40, 9, true), standing(1, 40, 7), standing(3, 30)]);
    expect(places.map(({ seat, place }) => [seat, place])).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
      [3, 3],
    ]);
  });

  it("opens the purses from the last place up, the winner's after a breath", () => {
    expect([0, 950, 1850, 2750, 3000].map((time) => pursesOpenAfter(time, 3))).toEqual([0, 1, 2, 2, 2]);
    expect(pursesOpenAfter(openingTime(3), 3)).toBe(3);
    expect(pursesOpenAfter(-500, 3)).toBe(0); // the last scoring is still being counted
    expect(
      lastPause([line(1, 0, "scored", { pause: 9000 }), line(2, 0, "scored", { pause: 1500 }), line(2, 0, "over", { pause: 300 })]),
    ).toBe(1500);
    expect(lastPause([])).toBe(0);
  });

  it("draws curves from the lower left, with a few round numbers beside them", () => {
    expect(
      linePath([
        [0, 50],
        [50, 25],
        [100, 0],
      ]),
    ).toBe("M0.0 50.0L50.0 25.0L100.0 0.0");
    expect(roundNumbers(69)).toEqual([20, 40, 60]);
    expect(roundNumbers(3)).toEqual([]);
  });

  it("knows who marches in, who has lost, and how far behind", () => {
    const troop = (race: string, active: boolean): Player["troops"][number] => ({
      ...{ race: named("race", race), power: null, name: `Old ${race}`, active, tokens: 3, hand: 0, regions: 2 },
    });
    const over = picture(9, {
      players: [
        { ...player(0, "Ada"), troops: [troop("newts", false), troop("owls", true)] },
        { ...player(1, "Bo"), troops: [troop("elks", false)] },
        player(2, "Cy"),
      ],
      story: { ...story, harvest: [{ seat: 2, race: named("race", "voles"), name: "Voles", coins: 3 }] },
    });
    expect([0, 1, 2, 3].map((seat) => lastRace(over, seat)?.id)).toEqual(["owls", "elks", "voles", undefined]);
    const result = [standing(0, 30), standing(1, 41, 5, true)];
    expect([[0], [1], [0, 1], []].map((mine) => loser(result, mine))).toEqual([0, -1, -1, -1]);
    expect([coinsBehind(result, 0), coinsBehind(result, 1)]).toEqual([11, 0]);
    expect(new Set(coinRain(9).map(({ left }) => Math.floor(left / 12))).size).toBeGreaterThan(6); // all over the width
  });

  it("finds the turn that would have helped a loser most, if there is one", () => {
    const turn = (seat: number, value: number, verdict: JudgedTurn["verdict"] = "slip"): JudgedTurn => ({
      ...{ at: 1, round: 1, seat, verdict, win: { value, error: 0 }, lead: { value: 1, error: 0 } },
      ...{ played: "", better: "", steps: [] },
    });
    const turns = [turn(0, 0.1), turn(1, 0.9), turn(0, 0.3, "mistake"), turn(0, 0.5, "sound")];
    expect(costliestTurn(turns, 0)).toBe(turns[2]);
    expect(costliestTurn(turns, 2)).toBeNull();
  });

  it("breaks the words of a shared picture into lines", () => {
    expect(wrapped("one two three\nfour", 8, (text) => text.length)).toEqual(["one two", "three", "four"]);
    expect(wrapped("", 8, (text) => text.length)).toEqual([]);
  });

  it("tells the whole story at once when it is opened again, tribes and all", async () => {
    const closed = vi.fn();
    const over = picture(9, {
      step: "over",
      now: "Bo wins!",
      result: [standing(1, 41, 5, true), standing(0, 30), standing(7, 2)],
      players: [player(0, "Ada"), player(1, "Bo")],
      story,
    });
    render(EndScreen, { picture: over, table: "t", key: "k", seated: true, seen: true, onagain: vi.fn(), onclose: closed });
    expect(screen.getByTestId("end").dataset.opened).toBe("all");
    expect(screen.getByTestId("purse-7").textContent).toContain("2"); // a party without a person
    expect(screen.getByTestId("curves").getAttribute("aria-label")).toContain("Bo: 5, 12, 41");
    expect(screen.getByText("Old Newts")).toBeTruthy();
    expect(screen.getByTestId("story-line").textContent).toContain("brought Bo 20 coins. Bo led.");
    await fireEvent.click(screen.getByTestId("end-close"));
    expect(closed).toHaveBeenCalled();
  });
});
