/** Where tokens, coins and the name of a region lie: the land is drawn around them. */

import { centreOf } from "../geometry";
import type { Shape } from "../../wire";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const TOKEN = 0.5; // half a pile of tokens, in parts of the free circle
const SIDE = 0.86; // how far coins at its side reach
const LETTERS = 0.19;

export function keepOut(shape: Shape): Box[] {
  const { x, y } = centreOf(shape);
  const { room } = shape;
  const wide = Math.max(0.3, ((shape.name?.length ?? 0) + 3) * LETTERS * 0.25);
  const boxes = [
    [-TOKEN, -TOKEN, TOKEN, 0.56],
    [-wide, -0.68, wide, -0.38],
    [shape.symbols.length ? -SIDE : -TOKEN, -0.24, 0.66, 0.24],
  ] as const;
  return boxes.map(([left, top, right, bottom]) => ({
    left: x + left * room,
    top: y + top * room,
    right: x + right * room,
    bottom: y + bottom * room,
  }));
}

/** How far a point lies from the nearest of the boxes; 0 inside of one. */
export function away(boxes: readonly Box[], x: number, y: number): number {
  return Math.min(...boxes.map((box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))));
}
