/** Outlines as points: what is inside a region, and how far from its border. */

import type { Point } from "../geometry";

export type Ring = readonly Point[];

const NUMBER = /-?\d+(?:\.\d+)?/gu;

/** Path data of lines and curves (M, L, Q, C, Z, in absolute numbers) in straight pieces, ring by ring. */
export function flatten(path: string, steps = 3): Ring[] {
  return path
    .split("Z")
    .filter((part) => part.trim())
    .map((part) => {
      const ring: Point[] = [];
      for (const [, letter = "L", rest = ""] of part.matchAll(/([MLQC])([^MLQC]*)/gu)) {
        const all = (rest.match(NUMBER) ?? []).map(Number);
        const size = letter === "Q" ? 4 : letter === "C" ? 6 : 2;
        for (let at = 0; at + size <= all.length; at += size) ring.push(...piece(ring.at(-1), all.slice(at, at + size), steps));
      }
      return ring;
    });
}

function piece(from: Point | undefined, numbers: readonly number[], steps: number): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) points.push({ x: numbers[at] ?? 0, y: numbers[at + 1] ?? 0 });
  if (!from || points.length === 1) return points;
  const control = [from, ...points];
  return Array.from({ length: steps }, (_, step) => along(control, (step + 1) / steps));
}

/** The point of a curve, by halving again and again between its control points. */
function along(control: readonly Point[], part: number): Point {
  let points = [...control];
  while (points.length > 1) {
    points = points.slice(1).map((next, index) => {
      const here = points[index] ?? next;
      return { x: here.x + (next.x - here.x) * part, y: here.y + (next.y - here.y) * part };
    });
  }
  return points[0] ?? { x: 0, y: 0 };
}

/** How far inside a point lies; below 0 where it lies outside. */
export function depth(rings: readonly Ring[], x: number, y: number): number {
  let inside = false;
  let least = Infinity;
  for (const ring of rings) {
    let before = ring.at(-1);
    for (const here of ring) {
      if (!before) break;
      if (here.y > y !== before.y > y && x < ((before.x - here.x) * (y - here.y)) / (before.y - here.y) + here.x) inside = !inside;
      const [dx, dy] = [here.x - before.x, here.y - before.y];
      const length = dx * dx + dy * dy;
      const part = length ? Math.max(0, Math.min(1, ((x - before.x) * dx + (y - before.y) * dy) / length)) : 0;
      const [ex, ey] = [before.x + part * dx - x, before.y + part * dy - y];
      least = Math.min(least, ex * ex + ey * ey);
      before = here;
    }
  }
  return Math.sqrt(least) * (inside ? 1 : -1);
}

export function box(ring: Ring): { left: number; top: number; right: number; bottom: number } {
  const [xs, ys] = [ring.map((point) => point.x), ring.map((point) => point.y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
