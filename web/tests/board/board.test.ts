import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { rotateBoard } from "../../src/board/rotate";
import Board from "../../src/board/Board.svelte";
import StillBoard from "../../src/board/StillBoard.svelte";
import { targetsByRegion } from "../../src/board/targets";
import type { Board as BoardShape, Choice, Shape } from "../../src/wire";
import { named, picture, spot, stack } from "../table/pictures";

// The document of these tests has no layout, so nothing ever changes its size.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

const shape = (id: number, x: number, terrain: string, neighbours: number[]): Shape => ({
  id,
  path: `M${x} 0h100v100h-100Z`,
  spot: [x + 50, 50],
  room: 45,
  terrain: named("terrain", terrain),
  symbols: [named("symbol", "mine"), named("symbol", "geyser")],
  border: true,
  neighbours,
});
const board: BoardShape = {
  id: "tiny",
  name: "Tiny",
  width: 300,
  height: 100,
  regions: [shape(0, 0, "hill", [1]), shape(1, 100, "lava", [0, 2]), shape(2, 200, "sea", [1])],
};
const held = picture(1, {
  spots: [spot(0, stack("orcs", 0, 3)), spot(1, stack("badgers", 1, 12, false), { obelisk: 2 }), spot(2)],
});
const conquer: Choice = { action: "c1", kind: "conquer", label: "Conquer region 1", region: 1, cost: 4 };
const roll: Choice = { action: "r2", kind: "roll", label: "Try region 2", region: 2, cost: 3, chance: 0.5 };
const region = (id: number): HTMLElement => screen.getByTestId(`region-${id}`);

describe("a tall screen", () => {
  it("turns a wide board by a quarter, and leaves a square one alone", () => {
    const wide = {
      id: "b",
      name: "B",
      width: 100,
      height: 50,
      flows: [{ terrain: "sea", regions: [0], path: "M0 0C1 2 3 4 5 6" }],
      regions: [
        {
          id: 0,
          path: "M10 5Q20 5.5 30 0L10 5Z",
          spot: [20, 10],
          room: 5,
          terrain: named("terrain", "hill"),
          symbols: [],
          border: true,
          neighbours: [],
        },
      ],
    };
    const tall = rotateBoard(wide);
    expect([tall.width, tall.height, tall.regions[0]?.spot, tall.regions[0]?.path]).toEqual([
      50,
      100,
      [40, 20],
      "M45 10Q44.5 20 50 30L45 10Z",
    ]);
    expect(tall.flows?.[0]?.path).toBe("M50 0C48 1 46 3 44 5");
    expect(rotateBoard(wide)).toBe(tall);
    expect(rotateBoard({ ...wide, height: 100 }).width).toBe(100);
  });
});

describe("the board", () => {
  it("draws what it has never heard of: terrain, race, symbol and marker get a monogram", () => {
    const { container } = render(Board, { board, picture: held });
    const texts = [...container.querySelectorAll("text")].map((text) => text.textContent);
    expect(texts).toEqual(expect.arrayContaining(["Ge", "Ba", "Ob", "12", "3", "2"]));
  });

  it("tells declined tokens by a hatch, and whose they are by an emblem", () => {
    const { container } = render(Board, { board, picture: held });
    expect(container.querySelectorAll(".token [fill*='-hatch']")).toHaveLength(1);
    expect(container.querySelectorAll(".token path[stroke-linejoin=round]")).toHaveLength(2);
  });

  it("shows costs, and chances where the die decides", () => {
    const { container } = render(Board, { board, picture: held, targets: targetsByRegion([conquer, roll]), onact: vi.fn() });
    const pills = [...container.querySelectorAll(".pill")];
    expect(pills.map((pill) => pill.textContent?.trim())).toEqual(["4", "50%"]);
    expect(pills[1]?.querySelector("rect")?.getAttribute("stroke-dasharray")).toBeTruthy();
    expect(region(1).getAttribute("aria-label")).toBe("Region 1 Conquer region 1");
    expect(region(1).dataset.target).toBe("c1");
  });

  it("is played by keyboard: arrows walk, Enter acts, ? asks, plus and minus place", async () => {
    const [onact, onwhy, onshift] = [vi.fn(), vi.fn(), vi.fn()];
    render(Board, { board, picture: held, targets: targetsByRegion([conquer]), placeable: [0], onact, onwhy, onshift });
    region(0).focus();
    await fireEvent.keyDown(region(0), { key: "+" });
    await fireEvent.keyDown(region(0), { key: "-" });
    expect(onshift.mock.calls).toEqual([
      [0, 1],
      [0, -1],
    ]);
    await fireEvent.keyDown(region(0), { key: "ArrowRight" });
    expect(document.activeElement).toBe(region(1));
    await fireEvent.keyDown(region(1), { key: "Enter" });
    await fireEvent.keyDown(region(1), { key: "?" });
    await fireEvent.keyDown(region(1), { key: "+" });
    expect(onact).toHaveBeenCalledWith(1);
    expect(onwhy).toHaveBeenCalledWith(1);
    expect(onshift).toHaveBeenCalledTimes(2);
  });

  it("has one stop for the Tab key", () => {
    render(Board, { board, picture: held, onact: vi.fn() });
    expect(board.regions.map(({ id }) => region(id).tabIndex)).toEqual([0, -1, -1]);
  });

  it("shows what is planned on top of what stands there", () => {
    const { container } = render(Board, {
      board,
      picture: held,
      plan: new Map([[0, 2]]),
      placeable: [0],
      onact: vi.fn(),
      onshift: vi.fn(),
    });
    expect(container.querySelector(".number.planned")?.textContent).toBe("5");
  });

  it("is a picture without buttons where nothing can be done", () => {
    render(StillBoard, { board, picture: held, lit: [2] });
    expect(region(0).getAttribute("role")).toBe("img");
    expect(screen.queryByRole("button")).toBeNull();
  });
});
