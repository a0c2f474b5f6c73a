import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import { setTexts, loadLanguage } from "../../src/lib/i18n.svelte";
import type { TableStore } from "../../src/lib/connection/table-store.svelte";
import ActionBar from "../../src/table/action-bar/ActionBar.svelte";
import PlayerCard from "../../src/table/top-bar/PlayerCard.svelte";
import { screenShape } from "../../src/table/screen-shape.svelte";
import { Turn } from "../../src/table/turn.svelte";
import type { Board, Picture, Player, TableInfo } from "../../src/wire";
import { named, picture } from "./pictures";

afterEach(cleanup);

const player = (seat: number, more: Partial<Player> = {}): Player => ({
  seat,
  name: `P${seat}`,
  coins: null,
  troops: [],
  bot: "",
  person: true,
  present: true,
  clock: null,
  ticking: false,
  ...more,
});
const board: Board = { id: "b", name: "B", width: 100, height: 100, regions: [] };
const info = { id: "t", phase: "playing", seats: [], options: { guide: false }, mine: [0], owner: true, board } as unknown as TableInfo;

async function bar(shown: Picture): Promise<void> {
  setTexts("en", { "table.over": "Game over", "table.your_turn": "Your move", "table.asked_meanwhile": "You are asked" });
  await loadLanguage("en");
  const store = { picture: shown, players: shown.players, mine: [0], waiting: 0, busy: false, info } as unknown as TableStore;
  render(ActionBar, {
    turn: new Turn(store),
    board,
    picture: shown,
    info,
    shape: "wide",
    snug: false,
    recap: [],
    next: null,
    sealedText: "",
    coached: false,
    oncoach: () => {},
    onlog: () => {},
  });
}

const heading = (): string => screen.getByRole("heading", { level: 2 }).textContent?.trim() ?? "";

describe("the action bar", () => {
  it("names whose turn it is while nobody decides: the game is over only when it is over", async () => {
    await bar(
      picture(1, {
        decides: -1,
        turn: 1,
        step: "die",
        now: "The die is rolling.",
        players: [player(0), player(1, { name: "Wolves", person: false })],
      }),
    );
    expect(heading()).toBe("Wolves");
    expect(screen.getByTestId("sentence").textContent).toContain("The die is rolling.");
  });

  it("says so at the end", async () => {
    await bar(picture(1, { decides: -1, step: "over", players: [player(0)] }));
    expect(heading()).toBe("Game over");
  });

  it("tells my own turn from a question in somebody else's", async () => {
    const ask = { seat: 0, step: "question", sentence: "Pay?", choices: [{ kind: "choose" as const, action: "y", label: "Pay 2" }] };
    await bar(picture(1, { turn: 1, ask, players: [player(0), player(1)] }));
    expect(heading()).toBe("You are asked");
    expect(screen.getByTestId("choice-y").textContent).toContain("Pay 2");
  });

  it("shows every kind of token in hand, a leader with a crown", async () => {
    const kinds = [
      { thing: named("race", "orcs"), count: 3 },
      { thing: named("race", "orcs"), count: 2, stays: false },
      { thing: named("leader", "boss"), count: 1, leads: true },
    ];
    await bar(picture(1, { ask: { seat: 0, step: "conquer", sentence: "", hand: 5, kinds, choices: [] }, players: [player(0)] }));
    const hand = screen.getByTestId("hand");
    expect([...hand.querySelectorAll("b")].map((count) => count.textContent)).toEqual(["3", "2", "1"]);
    expect(hand.querySelectorAll(".leaves").length).toBe(2);
    expect(hand.querySelectorAll(".crown").length).toBe(1);
  });
});

describe("a party that nobody plays", () => {
  it("has a place in the strip, and no purse", () => {
    const props = { coins: null, clock: null, turn: true, decides: false, you: false, mine: false, owner: false, onstandin: () => {} };
    const { container } = render(PlayerCard, { player: player(2, { name: "Wolves", person: false }), ...props });
    expect(screen.getAllByText("Wolves").length).toBeGreaterThan(0);
    expect(container.querySelector(".coins")).toBeNull();
  });
});

describe("the shape of the screen", () => {
  it("is measured in letters", () => {
    expect(screenShape(80, 45)).toBe("wide");
    expect(screenShape(24, 53)).toBe("upright");
    expect(screenShape(53, 24)).toBe("lying");
    expect(screenShape(53, 30)).toBe("wide"); // a laptop with large text
  });
});
