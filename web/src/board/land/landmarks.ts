/**
 * Where the drawings stand that packs give to symbols: inside the region, clear of tokens and labels, or at the shore
 * of a neighbour, half on land and half on water. Found from the board alone, so it is the same on every screen.
 */

import { centreOf } from "../geometry";
import type { Board, Landmark, Shape } from "../../wire";
import { away, keepOut } from "./keep-out";
import { box, depth, flatten } from "./outline";
import type { Taken } from "./scatter";

export interface Stands {
  look: Landmark;
  x: number; // the middle of its foot
  y: number;
  mirrored: boolean; // the water is on its left
  taken: Taken;
  near: ReadonlySet<number>; // regions in which it may be in the way
}

const STEP = 6;
const EDGE = 3; // from the border, for what stands inside
const REACH = 0.42; // of half the drawing: how far its middle is from the water
const MARGIN = 5; // from the edge of the board
const CROWDED = 14; // free space around it beyond this is no better

export function landmarks(board: Board, joined: ReadonlySet<number>, taken: readonly Taken[] = []): Stands[] {
  const known = board.looks?.landmarks ?? {};
  const shapes = new Map(board.regions.map((shape) => [shape.id, shape]));
  const done: Stands[] = [];
  for (const shape of board.regions) {
    for (const symbol of shape.symbols) {
      const look = known[symbol.id];
      if (!look) continue;
      const beside = shape.neighbours.flatMap((id) => shapes.get(id) ?? []);
      const water = look.shore ? beside.filter((other) => other.terrain.id === look.shore) : [];
      const place = bestPlace(board, shape, look, water, [...taken, ...done.map((mark) => mark.taken)]);
      if (!place) continue;
      const radius = Math.max(look.width, look.height) / 2;
      const near = new Set(
        [shape.id, ...(water.length ? beside.map((other) => other.id) : [])].filter((id) => !joined.has(id) || id === shape.id),
      );
      done.push({ look, ...place, taken: { x: place.x, y: place.y - look.height / 2, radius }, near });
    }
  }
  return done;
}

function bestPlace(
  board: Board,
  shape: Shape,
  look: Landmark,
  water: readonly Shape[],
  taken: readonly Taken[],
): { x: number; y: number; mirrored: boolean } | null {
  const rings = flatten(shape.path);
  const outer = rings[0];
  if (!outer) return null;
  const shores = water.map((other) => flatten(other.path));
  const wet = (x: number, y: number): number => Math.max(...shores.map((shore) => depth(shore, x, y)));
  const out = [shape, ...water].flatMap(keepOut);
  const middle = centreOf(shape);
  const { left, top, right, bottom } = box(outer);
  const half = look.width / 2;
  let best: { x: number; y: number; mirrored: boolean } | null = null;
  let most = -Infinity;
  for (let foot = top + STEP / 2; foot < bottom + look.height; foot += STEP) {
    for (let x = left - half; x < right + half; x += STEP) {
      const y = foot - look.height / 2;
      const corners = [
        [x - half, foot],
        [x + half, foot],
        [x - half * 0.7, foot - look.height],
        [x + half * 0.7, foot - look.height],
      ] as const;
      const room = Math.min(...[[x, y] as const, ...corners].map(([px, py]) => away(out, px, py)));
      const off = x - half < MARGIN || x + half > board.width - MARGIN || foot - look.height < MARGIN || foot > board.height - MARGIN;
      if (off) continue;
      if (taken.some((one) => Math.hypot(x - one.x, y - one.y) < one.radius + half)) continue;
      let fit = Math.min(room, CROWDED) * 2;
      if (shores.length) {
        const inside = depth(rings, x, y);
        const afloat = wet(x, y);
        // Its middle a little on land, one side over the water, and no part over other land.
        if (inside < 0 && afloat < 0) continue;
        const over = corners.filter(([px, py]) => depth(rings, px, py) < 0 && wet(px, py) < 0).length;
        fit -= 4 * Math.abs(afloat + half * REACH) + over * 24;
        const side = wet(x + half, foot) - wet(x - half, foot);
        fit += Math.min(Math.abs(side), half) * 0.8;
        if (fit > most) [most, best] = [fit, { x, y: foot, mirrored: side < 0 }];
        continue;
      }
      if (corners.some(([px, py]) => depth(rings, px, py) < EDGE)) continue;
      fit -= Math.hypot(x - middle.x, y - middle.y) * 0.15;
      if (fit > most) [most, best] = [fit, { x, y: foot, mirrored: false }];
    }
  }
  return best;
}
