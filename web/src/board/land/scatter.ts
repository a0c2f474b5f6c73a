/**
 * Where the little drawings of a terrain stand: inside their region, clear of its border and of the place where tokens
 * and labels lie. Chance with a fixed seed, so a board looks the same on every screen and every day.
 */

import { centreOf } from "../geometry";
import type { Shape } from "../../wire";
import type { Family, Drawing } from "./terrain-drawings";
import { keepOut, type Box } from "./keep-out";
import { box, depth, flatten, type Ring } from "./outline";
import { seededRandom } from "./rough-edge";

export interface Stand {
  glyph: Drawing;
  x: number; // the middle of its foot
  y: number;
  scale: number;
  turn: number; // degrees
}

/** Something else that is drawn on the board: a circle to keep clear of. */
export interface Taken {
  x: number;
  y: number;
  radius: number;
}

const TRIES = 1.6; // candidates for each place on the grid
const EDGE = 3.5; // from the border
/** Full size first; where little has found room, once more and smaller. */
const ROUNDS = [
  { size: 1, few: Infinity },
  { size: 0.72, few: 9 },
];

export function scatter(shape: Shape, family: Family, taken: readonly Taken[] = []): Stand[] {
  const rings = flatten(shape.path);
  const outer = rings[0];
  if (!outer || !family.glyphs.length) return [];
  const { x, y } = centreOf(shape);
  const chance = seededRandom(Math.round(shape.id * 7919 + x * 13 + y));
  const stands: Stand[] = [];
  const place = new Placing(shape, rings, taken, stands);
  for (const rare of family.rare ?? []) {
    if (chance() < 0.45) someWhere(place, outer, rare, family, chance, 1.02, 40);
  }
  for (const round of ROUNDS) {
    if (stands.length >= round.few) break;
    const widths = family.glyphs.map((glyph) => glyph.width);
    const step = Math.max(7, Math.min(...widths) * family.gap * 0.8);
    const { left, top, right, bottom } = box(outer);
    const count = Math.min(900, ((right - left) / step) * ((bottom - top) / step) * TRIES);
    // Big ones first: what is small fills the gaps.
    for (let tried = 0; tried < count; tried++) {
      const early = 1 - tried / count;
      const glyph = family.glyphs[Math.floor(chance() * family.glyphs.length)];
      if (!glyph) continue;
      const scale = round.size * (1 + family.vary * (early - 0.5 + (chance() - 0.5) * 0.6));
      place.stand(
        glyph,
        left + (right - left) * chance(),
        top + (bottom - top) * chance(),
        scale,
        family.gap,
        (chance() * 2 - 1) * (family.turn ?? 0),
      );
    }
  }
  return stands.sort((a, b) => a.y - b.y);
}

function someWhere(place: Placing, outer: Ring, glyph: Drawing, family: Family, chance: () => number, scale: number, tries: number): void {
  const { left, top, right, bottom } = box(outer);
  for (let tried = 0; tried < tries; tried++) {
    if (place.stand(glyph, left + (right - left) * chance(), top + (bottom - top) * chance(), scale, Math.max(1, family.gap), 0)) return;
  }
}

class Placing {
  private readonly out: readonly Box[];

  constructor(
    shape: Shape,
    private readonly rings: readonly Ring[],
    private readonly taken: readonly Taken[],
    private readonly stands: Stand[],
  ) {
    this.out = keepOut(shape);
  }

  stand(glyph: Drawing, x: number, y: number, scale: number, gap: number, turn: number): boolean {
    const [width, height] = [glyph.width * scale, glyph.height * scale];
    const middle = y - height / 2;
    // A drawing is wider at its foot than at its top; a little of it may reach under a label.
    const [left, right, top, bottom] = [x - width * 0.45, x + width * 0.45, y - height * 0.9, y];
    if (this.out.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)) return false;
    for (const one of this.taken) if (Math.hypot(x - one.x, middle - one.y) < one.radius + Math.max(width, height) * 0.5) return false;
    for (const other of this.stands) {
      const reach = (width + other.glyph.width * other.scale) * 0.5 * gap;
      // Seen from above at a slant: rows stand closer than columns.
      const deep = Math.max(5, (height + other.glyph.height * other.scale) * 0.5 * gap * 0.62);
      if (((x - other.x) / reach) ** 2 + ((y - other.y) / deep) ** 2 < 1) return false;
    }
    const half = width / 2;
    for (const [dx, dy] of [
      [-half, -1],
      [half, -1],
      [0, -height],
      [-half * 0.6, -height * 0.7],
      [half * 0.6, -height * 0.7],
    ] as const) {
      if (depth(this.rings, x + dx, y + dy) < EDGE) return false;
    }
    this.stands.push({ glyph, x, y, scale, turn });
    return true;
  }
}
