/** Where things are on a board: the way from region to region by arrow keys, and room for what is drawn. */

import type { Board, Shape } from "../wire";

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const ANGLES: Record<Direction, number> = {
  ArrowRight: 0,
  ArrowDown: Math.PI / 2,
  ArrowLeft: Math.PI,
  ArrowUp: -Math.PI / 2,
};
const WIDE = (Math.PI * 5) / 12; // how far off the arrow a neighbour may lie

export function isDirection(key: string): key is Direction {
  return key in ANGLES;
}

export interface Point {
  x: number;
  y: number;
}

export function centreOf(shape: Shape): Point {
  const [x, y] = shape.spot as [number, number];
  return { x, y };
}

function off(from: Point, to: Point, direction: Direction): number {
  const turn = Math.atan2(to.y - from.y, to.x - from.x) - ANGLES[direction];
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
}

/** The region an arrow key leads to: a neighbour that lies that way, else the nearest region that does. */
export function neighbourTowards(board: Board, from: number, direction: Direction): number {
  const here = board.regions.find((shape) => shape.id === from);
  if (!here) return board.regions[0]?.id ?? from;
  const start = centreOf(here);
  const best = (shapes: readonly Shape[], wide: number): number | null => {
    let found: number | null = null;
    let least = Infinity;
    for (const shape of shapes) {
      const spot = centreOf(shape);
      const angle = off(start, spot, direction);
      if (shape.id === from || angle > wide) continue;
      const cost = Math.hypot(spot.x - start.x, spot.y - start.y) * (1 + 2 * angle);
      if (cost < least) [found, least] = [shape.id, cost];
    }
    return found;
  };
  const near = board.regions.filter((shape) => here.neighbours.includes(shape.id));
  return best(near, WIDE) ?? best(board.regions, Math.PI / 3) ?? from;
}

/** No text on the board is smaller on the screen, in pixels: what does not fit is left out. */
export const MIN_TEXT = 11;

/**
 * How big a token is, in board units: it fills its region to the same degree on every screen. `unit` is how many board
 * units make one pixel: on a small screen tokens grow further, until their number can be read.
 */
export function tokenRadius(room: number, unit: number): number {
  return Math.max(9, Math.min(room * 0.58, Math.max(room * 0.42, (MIN_TEXT / COUNT) * unit)));
}

/** Height of the number on a token, in parts of its radius. */
export const COUNT = 0.78;
