import { describe, expect, it } from "vitest";
import { monogram, iconPath } from "../../src/icons/icons";
import { looks, terrainLook } from "../../src/lib/looks.svelte";
import { emblemPath } from "../../src/lib/emblem";
import { neighbourTowards, tokenRadius } from "../../src/board/geometry";
import { FITTED, clamp, pan, shows, stepIn, zoom } from "../../src/board/pan-zoom";
import { clockText, seatColour, signed } from "../../src/lib/format";
import { scenesBetween, type Scene } from "../../src/lib/connection/scenes";
import { logAfter, withNewSeats } from "../../src/lib/connection/table-store.svelte";
import { rematch } from "../../src/table/rematch";
import { logByTurn, happenedToMe } from "../../src/lib/log-turns";
import { allTools, buttonChoices, targetsByRegion } from "../../src/board/targets";
import type { Board, Choice, Picture, Shape, TableInfo } from "../../src/wire";
import { line, named, picture } from "./pictures";

const shape = (id: number, x: number, y: number, neighbours: number[]): Shape => ({
  id,
  path: "M0 0Z",
  spot: [x, y],
  room: 40,
  terrain: named("terrain", "hill"),
  symbols: [],
  border: false,
  neighbours,
});

describe("arrow keys", () => {
  //  0  1
  //  2     3   where 3 touches only 2
  const board: Board = {
    id: "b",
    name: "b",
    width: 400,
    height: 200,
    regions: [shape(0, 50, 50, [1, 2]), shape(1, 150, 50, [0, 2]), shape(2, 50, 150, [0, 1, 3]), shape(3, 350, 150, [2])],
  };

  it("lead to the neighbour that lies that way", () => {
    expect(neighbourTowards(board, 0, "ArrowRight")).toBe(1);
    expect(neighbourTowards(board, 0, "ArrowDown")).toBe(2);
    expect(neighbourTowards(board, 2, "ArrowRight")).toBe(3);
  });

  it("lead on where no neighbour lies that way, and stay at the edge", () => {
    expect(neighbourTowards(board, 1, "ArrowRight")).toBe(3);
    expect(neighbourTowards(board, 3, "ArrowRight")).toBe(3);
    expect(neighbourTowards(board, 0, "ArrowUp")).toBe(0);
  });
});

describe("the view of the board", () => {
  const frame = { width: 400, height: 300 };

  it("never shows less than all nor runs past an edge", () => {
    expect(clamp({ scale: 0.3, x: 50, y: 9 }, frame)).toEqual(FITTED);
    expect(pan({ scale: 2, x: 0, y: 0 }, 1000, -1000, frame)).toEqual({ scale: 2, x: 200, y: -150 });
  });

  it("keeps what is under the finger where it is", () => {
    const at = { x: 60, y: -40 };
    const view = zoom(FITTED, 2, at, frame);
    expect(view.x + at.x * view.scale).toBeCloseTo(at.x);
    expect(view.y + at.y * view.scale).toBeCloseTo(at.y);
  });

  it("keeps what is asked clear of the buttons at the lower edge", () => {
    const whole = { left: 0, top: 0, width: 400, height: 300 };
    const corner = { left: 300, top: 200, right: 400, bottom: 300 };
    const lowest = (covered: number): number => {
      const { scale, y } = stepIn(corner, whole, frame, covered);
      return (corner.bottom - 150) * scale + y; // from the middle of the frame
    };
    expect(lowest(0)).toBeCloseTo(150);
    expect(lowest(50)).toBeCloseTo(100);
  });

  it("steps in to a part of the board, and knows whether it is seen", () => {
    const whole = { left: -20, top: -20, width: 840, height: 640 };
    const part = { left: 0, top: 0, right: 200, bottom: 150 };
    const near = stepIn(part, whole, frame);
    expect(near.scale).toBeGreaterThan(3);
    expect(shows(near, part, whole, frame)).toBe(true);
    expect(shows(FITTED, part, whole, frame)).toBe(true);
    expect(shows(near, { left: 500, top: 0, right: 600, bottom: 150 }, whole, frame)).toBe(false);
    expect(shows(near, { ...part, bottom: 400 }, whole, frame)).toBe(false);
  });

  it("draws tokens that fit into their region on any screen", () => {
    for (const unit of [0.5, 1, 2.5]) expect(tokenRadius(40, unit)).toBeLessThanOrEqual(24);
    expect(tokenRadius(80, 0.5)).toBe(tokenRadius(80, 1)); // they grow with the board, not beyond it
  });
});

describe("choices", () => {
  const at = (kind: Choice["kind"], action: string, region: number, more: Partial<Choice> = {}): Choice => ({
    kind,
    action,
    region,
    label: action,
    ...more,
  });
  const dragon = named("means", "dragon");

  it("become targets: the ordinary way is the tap, other means are further pills", () => {
    const map = targetsByRegion([
      at("conquer", "c3.dragon", 3, { tools: [dragon] }),
      at("roll", "r3", 3),
      at("abandon", "a4", 4),
      at("place", "t5.1", 5),
    ]);
    expect([...map.keys()]).toEqual([3]);
    expect(map.get(3)?.main.action).toBe("r3");
    expect(map.get(3)?.others.map((choice) => choice.action)).toEqual(["c3.dragon"]);
  });

  it("can be narrowed to one way, where there is no room for all pills", () => {
    const all = [
      at("conquer", "c3", 3),
      at("conquer", "c3.dragon", 3, { tools: [dragon] }),
      at("use", "u4.balrog", 4, { tools: [named("use", "balrog")] }),
      at("put", "m5", 5, { marker: named("marker", "hero") }),
    ];
    expect(allTools(all).map((tool) => tool.id)).toEqual(["dragon", "balrog"]);
    expect([...targetsByRegion(all, ["dragon"]).values()].map((target) => target.main.action)).toEqual(["c3.dragon"]);
    expect([...targetsByRegion(all, ["balrog"]).keys()]).toEqual([4]);
  });

  it("with several tools wait until these are asked for, unless only they take the region", () => {
    const [doormat, sword] = [named("means", "doormat"), named("means", "sword")];
    const all = [
      at("conquer", "c3.doormat", 3, { tools: [doormat], cost: 4 }),
      at("conquer", "c3.doormat.sword", 3, { tools: [doormat, sword], cost: 2, spare: true }),
      at("conquer", "c4.doormat.sword", 4, { tools: [doormat, sword], cost: 5 }),
      at("conquer", "c5", 5, { cost: 2 }),
    ];
    const taps = (tools: readonly string[]): string[] => [...targetsByRegion(all, tools).values()].map((target) => target.main.action);
    expect(taps([])).toEqual(["c3.doormat", "c4.doormat.sword", "c5"]);
    expect(targetsByRegion(all).get(3)?.others).toEqual([]);
    expect(taps(["doormat"])).toEqual(["c3.doormat", "c4.doormat.sword"]);
    expect(taps(["sword"])).toEqual(["c4.doormat.sword"]);
    expect(taps(["doormat", "sword"])).toEqual(["c3.doormat.sword", "c4.doormat.sword"]);
  });

  it("put what is sure before the die", () => {
    const [doormat, sword] = [named("means", "doormat"), named("means", "sword")];
    const all = [
      at("roll", "r3.doormat", 3, { tools: [doormat], cost: 6, chance: 1 / 6 }),
      at("conquer", "c3.doormat.sword", 3, { tools: [doormat, sword], cost: 4 }),
    ];
    expect(targetsByRegion(all).get(3)?.main.action).toBe("c3.doormat.sword");
  });

  it("become buttons when they have no region", () => {
    const all = [at("decline", "d", -1), at("end", "e", -1), at("pick", "p1", -1), at("choose", "o2", -1), at("conquer", "c1", 1)];
    expect(buttonChoices(all, "e").map((choice) => choice.action)).toEqual(["d", "o2"]);
  });
});

describe("the log", () => {
  const before = picture(1, { first: 0, events: [line(0, 0), line(1, 0), line(2, 0)] });
  const scenes = (...pictures: Picture[]): Scene[] => {
    let [last, known] = [before, 2];
    return pictures.flatMap((next) => {
      const found = scenesBetween(last, next, known, 0, true);
      [last, known] = [next, next.events.at(-1)?.number ?? (next.first ?? 0) - 1];
      return found;
    });
  };

  it("goes on from where a picture says", () => {
    const numbers = (first: number, ...events: number[]): number[] =>
      logAfter(before.events, scenes(picture(2, { first, events: events.map((n) => line(n, 1)) }))).map((one) => one.number);
    expect(numbers(3, 3)).toEqual([0, 1, 2, 3]);
    expect(numbers(1)).toEqual([0]);
    expect(numbers(0, 0)).toEqual([0]);
  });

  it("is news only where it was not known: at the end of a game all of it is told again", () => {
    const numbers = (...pictures: Picture[]): number[] => scenes(...pictures).flatMap(({ news }) => news.map((one) => one.number));
    const lines = (...all: number[]) => all.map((n) => line(n, 1));
    expect(numbers(picture(2, { first: 0, events: lines(0, 1, 2, 3) }))).toEqual([3]);
    expect(numbers(picture(2, { first: 3, events: lines(3) }), picture(3, { first: 0, events: lines(0, 1, 2, 3, 4) }))).toEqual([3, 4]);
    // What was taken back may happen again.
    expect(numbers(picture(2, { first: 1, events: [] }), picture(3, { first: 1, events: lines(1) }))).toEqual([1]);
  });

  it("is grouped by turn, the newest first", () => {
    const turns = logByTurn([line(0, 0), line(1, 0), line(2, 1), line(3, 0)]);
    expect(turns.map((turn) => [turn.seat, turn.lines.length])).toEqual([
      [0, 1],
      [1, 1],
      [0, 2],
    ]);
  });

  it("tells what happened to me since my last turn", () => {
    const log = [
      line(0, 0),
      line(1, 1, "conquered", { seat: 1 }),
      line(2, 1, "lost", { seat: 0 }),
      line(3, 2, "paid", { seat: 2, other: 0 }),
      line(4, 0, "turn"),
      line(5, 0, "readied", { seat: 0 }),
    ];
    expect(happenedToMe(log, 0).map((one) => one.number)).toEqual([3, 2]); // of two alike the later one first
    const weights = [900, 200, 1200].map((pause, at) => line(at, 1, "captured", { seat: 0, pause }));
    expect(happenedToMe(weights, 0).map((one) => one.pause)).toEqual([1200, 900, 200]); // what weighs most first
    expect(happenedToMe([line(0, 0), line(1, 0, "scored", { seat: 0 })], 0)).toEqual([]);
  });

  it("tells a redeployment as one line", () => {
    const placed = (number: number, race: string) => line(number, 0, "placed", { region: number, amount: 2, race: named("race", race) });
    const [turn] = logByTurn([line(0, 0), placed(1, "newts"), placed(2, "newts"), placed(3, "toads"), line(4, 0), placed(5, "toads")]);
    expect(turn?.lines.map(({ line, parts }) => [line.number, parts.map((part) => part.number)])).toEqual([
      [0, []],
      [1, [1, 2]],
      [3, []],
      [4, []],
      [5, []],
    ]);
  });

  it("says once what has two events", () => {
    expect(logByTurn([line(0, 0, "drawn_race"), line(0, 0, "drawn_badge"), line(1, 0, "turn")]).map((turn) => turn.lines.length)).toEqual([
      1,
    ]);
  });
});

describe("small things", () => {
  it("tells who sits where without telling what is still to be shown", () => {
    const ada = { seat: 0, name: "Ada", coins: null, troops: [], bot: "", person: true, present: true, clock: null, ticking: false };
    const [now] = withNewSeats([ada], [{ ...ada, coins: 45, present: false }]); // the game is over, but its last die still rolls
    expect(now).toMatchObject({ coins: null, present: false });
    expect(withNewSeats([], [{ ...ada, coins: 5 }])[0]?.coins).toBe(5);
  });

  it("writes clocks and signs", () => {
    expect([75, 3700, 9.96, -3, 10].map(clockText)).toEqual(["1:15", "1:01:40", "9.9", "0.0", "0:10"]);
    expect([2, -1, 0].map(signed)).toEqual(["+2", "−1", "0"]);
    expect(seatColour(6)).toBe("var(--player-1)");
  });

  it("has a picture or a monogram for anything", () => {
    expect(iconPath("race", "badgers")).toBeNull();
    looks.add({ icons: { "race.badgers": "M1 1h9z", "race.foxes": "dragon-head", "race.owls": "not-in-the-set" } });
    expect(["badgers", "owls"].map((id) => iconPath("race", id))).toEqual(["M1 1h9z", null]);
    expect(iconPath("race", "foxes")).toMatch(/^M/u);
    expect(iconPath("ui", "coins")).toMatch(/^M/u);
    expect(["White Ladies", "Kobolds", "ål", ""].map(monogram)).toEqual(["WL", "Ko", "Ål", "?"]);
    expect(terrainLook("fog")).toEqual(terrainLook("fog"));
    expect(new Set([0, 1, 2, 3, 4].map((seat) => emblemPath(seat, 9))).size).toBe(5);
  });

  it("draws terrains as packs say, and plainly where they say nothing", () => {
    const fill = { light: "#ffffff", dark: "#000000" };
    looks.add({ terrains: { bog: { pattern: "reeds", fill } } });
    expect(terrainLook("bog")).toEqual({ pattern: "reeds", fill });
    const before = looks.terrains;
    looks.add({ terrains: { bog: { pattern: "reeds", fill } }, icons: {} });
    expect(looks.terrains).toBe(before); // nothing new, nothing drawn again
  });

  it("opens the same table again", () => {
    const info = {
      mine: [0],
      seats: [
        { seat: 0, name: "Ada", who: "person" },
        { seat: 1, name: "Bo", who: "person" },
        { seat: 2, name: "Cy", who: "bot", level: "fair" },
      ],
      options: { seed: "x", minutes: 5 },
    } as unknown as TableInfo;
    const table = rematch(info);
    expect(table.seats).toEqual([{ who: "me", name: "Ada" }, { who: "open" }, { who: "bot", level: "fair" }]);
    expect(table.options).toMatchObject({ seed: "", minutes: 5 });
  });
});
