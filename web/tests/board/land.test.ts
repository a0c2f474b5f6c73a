import { describe, expect, it } from "vitest";
import { centreOf } from "../../src/board/geometry";
import { FACES, restingTurn } from "../../src/board/die-faces";
import { familyOf, KNOWN_FAMILIES } from "../../src/board/land/terrain-drawings";
import { away, keepOut } from "../../src/board/land/keep-out";
import { regionLabel } from "../../src/board/region-label";
import { drawLand } from "../../src/board/land/draw-land";
import { depth, flatten } from "../../src/board/land/outline";
import { compassSpot } from "../../src/board/land/frame-and-compass";
import { scatter } from "../../src/board/land/scatter";
import { landmarks } from "../../src/board/land/landmarks";
import { mix } from "../../src/board/land/colours";
import { eventSounds } from "../../src/table/event-sounds";
import { flights, landingRegions } from "../../src/board/flights";
import { sound } from "../../src/lib/sound.svelte";
import type { Board, Shape } from "../../src/wire";
import { line, named, stack } from "../table/pictures";

const square = (id: number, left: number, terrain: string, name = ""): Shape => ({
  id,
  name,
  path: `M${left} 0L${left + 300} 0Q${left + 310} 150 ${left + 300} 300L${left} 300Z`,
  spot: [left + 150, 150],
  room: 140,
  terrain: named("terrain", terrain),
  symbols: id === 0 ? [named("symbol", "gate")] : [],
  border: true,
  neighbours: [1 - id],
});
const fill = { light: "#aabbcc", dark: "#112233" };
const board: Board = {
  id: "two",
  name: "Two",
  width: 600,
  height: 300,
  regions: [square(0, 0, "wood", "Brackholt"), square(1, 300, "bay")],
  looks: { terrains: { wood: { pattern: "trees", fill }, bay: { pattern: "waves", fill, shore: true } } },
};

describe("the land", () => {
  it("stands inside its region, clear of border, tokens and name, and always the same", () => {
    const shape = board.regions[0]!;
    const stands = scatter(shape, familyOf("trees"));
    expect(stands.length).toBeGreaterThan(20);
    expect(scatter(shape, familyOf("trees"))).toEqual(stands);
    const rings = flatten(shape.path);
    for (const { glyph, x, y, scale } of stands) {
      expect(depth(rings, x, y - (glyph.height * scale) / 2)).toBeGreaterThan(3);
      expect(away(keepOut(shape), x, y - (glyph.height * scale) / 2)).toBeGreaterThan(0);
    }
    expect([...stands].sort((a, b) => a.y - b.y)).toEqual(stands); // nearer ones in front
  });

  it("knows every drawing by name, mixes several, takes path data, and has dots for the rest", () => {
    for (const name of KNOWN_FAMILIES) {
      for (const { strokes } of familyOf(name).glyphs) for (const [, path] of strokes) expect(path).toMatch(/^M[\d\s.,a-zM-]+$/iu);
    }
    expect(familyOf("trees bumps").glyphs.length).toBe(familyOf("trees").glyphs.length + familyOf("bumps").glyphs.length);
    expect(familyOf("M0 0h512v512z").glyphs[0]?.strokes[0]).toEqual(["o", "M0 0h512v512z"]);
    expect(familyOf("dunes")).toBe(familyOf(undefined));
  });

  it("is drawn once for each theme and kept", () => {
    const day = drawLand(board, false);
    expect(drawLand(board, false)).toBe(day);
    expect(drawLand(board, true)).not.toBe(day);
    const tree = new DOMParser().parseFromString(day, "image/svg+xml");
    expect(tree.querySelector("parsererror")).toBeNull();
    expect(tree.querySelectorAll("use").length).toBeGreaterThan(30);
    // A terrain that no pack described is drawn, too.
    const plain = drawLand({ ...board, id: "plain", looks: {} }, false);
    expect(plain).toContain("<use");
  });

  it("has its compass on open water, clear of what lies there", () => {
    const rose = compassSpot(board, (shape) => shape.id === 1);
    expect(rose).not.toBeNull();
    expect(rose!.x).toBeGreaterThan(300);
    for (const shape of board.regions) expect(away(keepOut(shape), rose!.x, rose!.y)).toBeGreaterThanOrEqual(rose!.radius);
  });

  it("mixes colours", () => {
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
    expect(mix("#0000ff", "#ff0000", 0)).toBe("#0000ff");
  });
});

describe("labels", () => {
  const shape = board.regions[0]!;
  const id = String(shape.id);

  it("say the name, in smaller letters where there is little room, or nothing", () => {
    expect(regionLabel(shape, 70, 20, false)).toEqual({ number: "", name: "Brackholt", size: 20 });
    const tight = regionLabel({ ...shape, room: 73 }, 70, 20, false);
    expect(tight).toMatchObject({ number: "", name: "Brackholt" });
    expect(tight?.size).toBeLessThan(20);
    expect(regionLabel({ ...shape, room: 73 }, 70, 20, false, 19.9)).toBeNull(); // too small to be read
    expect(regionLabel({ ...shape, room: 90 }, 60, 46, false)).toBeNull();
  });

  it("say the number to those who want it, and where there is no name", () => {
    expect(regionLabel(shape, 70, 20, true)).toEqual({ number: id, name: "Brackholt", size: 20 });
    expect(regionLabel({ ...shape, room: 90 }, 60, 46, true)).toEqual({ number: id, name: "", size: 46 });
    expect(regionLabel({ ...shape, room: 30 }, 60, 40, true)).toBeNull();
    expect(regionLabel({ ...shape, name: "" }, 70, 20, false)).toEqual({ number: id, name: "", size: 20 });
  });
});

describe("the die", () => {
  it("has three empty faces and turns any result to the front", () => {
    expect([...FACES].sort()).toEqual([0, 0, 0, 1, 2, 3]);
    expect(new Set([0, 1, 2, 3].map((pips) => JSON.stringify(restingTurn(pips)))).size).toBe(4);
  });
});

describe("flights", () => {
  const shapes = new Map(board.regions.map((shape) => [shape.id, shape]));
  const home = (seat: number): { x: number; y: number } => ({ x: -50, y: seat * 10 });

  it("lead from hands to regions, between regions, and off the map", () => {
    const troop = stack("orcs", 1, 2);
    const moved = [
      { kind: "lost", region: 0, stack: stack("tribe", -1, 1), tokens: 1 },
      { kind: "arrive", region: 0, stack: troop, tokens: 2, taken: true },
      { kind: "carry", from: 0, to: 1, here: { marker: named("marker", "drake"), count: 1, owner: 1 } },
      { kind: "fade", region: 1, stack: { ...troop, active: false } },
    ] as const;
    const [lost, land, carry, fade] = flights(moved, { shapes, unit: 1, home });
    expect(lost).toMatchObject({ style: "fall" });
    expect(land).toMatchObject({ style: "land", from: home(1), to: centreOf(board.regions[0]!) });
    expect(carry).toMatchObject({ style: "carry", from: centreOf(board.regions[0]!), to: centreOf(board.regions[1]!) });
    expect(fade?.stack?.active).toBe(true);
    expect([...landingRegions(moved)]).toEqual([0]);
  });
});

describe("cues", () => {
  it("sound as things are seen: coin by coin, and a die only while it rolls", () => {
    const lines = [1, 2, 3].map((amount) => ({ amount, label: "regions" }));
    const news = [line(1, 0, "rolled", { cue: "die", hold: 1500 }), line(1, 0, "scored", { cue: "coins", lines }), line(1, 0, "placed")];
    expect(eventSounds(news)).toEqual([0, 240, 480].map((at) => ({ cue: "coins", at })));
    expect(sound.knows("coins")).toBe(true);
    expect(sound.knows("kazoo")).toBe(false);
  });
});

describe("landmarks", () => {
  const mill = { width: 30, height: 24, strokes: [["b", "M-9 0V-20H9V0Z"]] as [string, string][], fill };
  const drawn = (shore: string): Board => ({
    ...board,
    regions: [square(0, 0, "meadow"), square(1, 300, "water")],
    looks: { landmarks: { gate: { ...mill, shore } } },
  });

  it("stand inside their region, clear of what lies in its middle", () => {
    const [mark] = landmarks(drawn(""), new Set());
    expect(mark).toBeDefined();
    if (!mark) return;
    expect(mark.x).toBeGreaterThan(15);
    expect(mark.x).toBeLessThan(285);
    expect(away(keepOut(square(0, 0, "meadow")), mark.x, mark.y)).toBeGreaterThan(0);
  });

  it("stand at the shore of a neighbour, and face it", () => {
    const [mark] = landmarks(drawn("water"), new Set());
    expect(mark?.mirrored).toBe(false);
    expect(Math.abs((mark?.x ?? 0) - 300)).toBeLessThan(30);
  });

  it("are drawn into the land in their own colours", () => {
    expect(drawLand(drawn("water"), false)).toContain("M-9 0V-20H9V0Z");
  });
});
