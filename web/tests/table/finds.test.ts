import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { looks } from "../../src/lib/looks.svelte";
import type { TableStore } from "../../src/lib/connection/table-store.svelte";
import Board from "../../src/board/Board.svelte";
import Discoveries from "../../src/table/drawer/Discoveries.svelte";
import DiscoveryCard from "../../src/table/DiscoveryCard.svelte";
import { drawLand } from "../../src/board/land/draw-land";
import { inRow } from "../../src/board/cost-pills";
import { targetsByRegion, usesByRegion } from "../../src/board/targets";
import { Turn } from "../../src/table/turn.svelte";
import type { Ask, Board as BoardShape, Choice, Shape } from "../../src/wire";
import { line, named, picture, spot, stack } from "./pictures";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));

const shape = (id: number, x: number, terrain: string, neighbours: number[]): Shape => ({
  id,
  path: `M${x} 0L${x + 100} 0L${x + 100} 100L${x} 100Z`,
  spot: [x + 50, 50],
  room: 45,
  terrain: named("terrain", terrain),
  symbols: [],
  border: true,
  neighbours,
});
const fill = { light: "#112233", dark: "#445566" };
const board: BoardShape = {
  id: "below",
  name: "Below",
  width: 300,
  height: 100,
  packs: ["deep"],
  regions: [shape(0, 0, "brook", [1]), shape(1, 100, "brook", [0, 2]), shape(2, 200, "rift", [1])],
  flows: [{ terrain: "brook", regions: [0, 1], path: "M50 50L150 50" }],
  looks: {
    terrains: { brook: { pattern: "ripples", fill, glow: fill, joined: true }, rift: { pattern: "cracks", fill, deep: true } },
    ground: { style: "rock", fill },
    figures: ["giant"],
  },
};
const lamp = { kind: "relic", id: "lamp", name: "Lamp", short: "It shines." };

describe("a board whose pack says how it looks", () => {
  it("draws joined regions as one band, without outlines between them", () => {
    const land = new DOMParser().parseFromString(drawLand(board, false), "image/svg+xml");
    const paths = [...land.querySelectorAll("path")].map((path) => path.getAttribute("d"));
    expect(paths).toContain("M50 50L150 50"); // the current
    expect(paths.filter((path) => path === board.regions[2]?.path).length).toBeGreaterThan(2); // the bank, and the rift's own outline
    const inked = [...land.querySelectorAll('path[stroke-width="2.2"][fill="none"]')].map((path) => path.getAttribute("d"));
    expect(inked).toContain(board.regions[2]?.path);
    expect(inked.join()).not.toContain(board.regions[0]?.path); // nothing between joined regions
    render(Board, { board, picture: picture(1, { spots: [spot(0), spot(1), spot(2)] }) });
    expect(decodeURIComponent(screen.getByTestId<HTMLImageElement>("land").src)).toContain("M50 50L150 50");
  });

  it("lets figures stand, and shows finds by a sign of their own", () => {
    const here = {
      ...spot(0, stack("orcs", 0, 2), { giant: 1 }),
      markers: [
        { marker: named("marker", "giant"), count: 1 },
        { marker: lamp, count: 1 },
      ],
    };
    const { container } = render(Board, { board, picture: picture(1, { spots: [here, spot(1), spot(2)] }) });
    expect(looks.figures.has("giant")).toBe(true);
    expect(container.querySelectorAll("[data-figure=giant]")).toHaveLength(1);
    expect(container.querySelectorAll("g.find")).toHaveLength(1);
  });
});

describe("what has been found", () => {
  const players = [
    { seat: 0, name: "Ann" },
    { seat: 1, name: "Bob" },
  ];

  it("is listed with where it lies, lights its region, and tells what it does", async () => {
    const onlight = vi.fn();
    const finds = [{ thing: lamp, region: 2, holder: 1, badge: null }];
    render(Discoveries, { board, picture: { ...picture(1, { finds }), players } as never, onlight });
    const row = screen.getByTestId("find-lamp");
    await fireEvent.pointerEnter(row);
    expect(onlight).toHaveBeenLastCalledWith([2]);
    await fireEvent.click(row);
    expect(screen.getByText(/It shines\./u)).toBeTruthy();
  });

  it("is not there when there is nothing", () => {
    render(Discoveries, { board, picture: picture(1), onlight: () => undefined });
    expect(screen.queryByTestId("finds")).toBeNull();
  });

  it("is a card that can be closed", async () => {
    const onclose = vi.fn();
    render(DiscoveryCard, { board, event: line(3, 0, "found", { region: 2, thing: lamp }), onclose });
    expect(screen.getByTestId("found").textContent).toContain("It shines.");
    await fireEvent.click(screen.getByRole("button"));
    expect(onclose).toHaveBeenCalled();
  });

  it("stays through the picture it came with, and goes with the next decision", () => {
    const choice: Choice = { kind: "conquer", action: "c1", label: "", region: 1 };
    const ask: Ask = { seat: 0, step: "conquer", sentence: "", choices: [choice] };
    const store = { move: vi.fn(), closeAnswer: vi.fn(), waiting: 0, picture: picture(1, { ask }) } as unknown as TableStore;
    const turn = new Turn(store);
    turn.discovery = line(3, 0, "found", { thing: lamp });
    turn.reset();
    expect(turn.discovery).not.toBeNull();
    turn.tap(1);
    expect(turn.discovery).toBeNull();
  });
});

describe("pills on a region", () => {
  it("keeps uses apart: a tap on the region never means them", () => {
    const conquer: Choice = { kind: "conquer", action: "c1", label: "", region: 1, cost: 3 };
    const use = (region: number): Choice => ({
      kind: "use",
      action: `u${region}.giant`,
      label: "",
      region,
      tools: [named("use", "giant")],
    });
    const choices = [use(1), conquer, use(2)];
    expect([...targetsByRegion(choices).keys()]).toEqual([1]);
    expect(targetsByRegion(choices).get(1)?.others).toEqual([]);
    expect([...usesByRegion(choices).keys()]).toEqual([1, 2]);
    const onpick = vi.fn();
    const { container } = render(Board, {
      board,
      picture: picture(1, { spots: [spot(0), spot(1), spot(2)] }),
      uses: usesByRegion(choices),
      onpick,
    });
    container.querySelector<SVGGElement>("[data-pill='u2.giant']")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(onpick).toHaveBeenCalledWith(use(2));
  });

  it("lie side by side, however wide they are", () => {
    expect(inRow([10, 30], 2)).toEqual([-16, 6]);
    expect(inRow([8], 2)).toEqual([0]);
  });

  it("says what an answer brings", () => {
    const answer: Choice = { kind: "choose", action: "o1", label: "Region 1", region: 1, brings: "+3 coins" };
    const { container } = render(Board, {
      board,
      picture: picture(1, { spots: [spot(0), spot(1), spot(2)] }),
      targets: targetsByRegion([answer]),
    });
    expect([...container.querySelectorAll(".pill text")].map((text) => text.textContent)).toEqual(["+3 coins"]);
    expect(container.querySelectorAll(".aim.answer")).toHaveLength(1);
    expect(screen.getByTestId("region-1").getAttribute("aria-label")).toContain("+3 coins");
  });
});
