/** What can be written into a region: its number and its name, the number alone, or nothing. */

import type { Shape } from "../wire";

const LETTER = 0.52; // how wide a letter is, in parts of its height
const BEYOND = 1.12; // land reaches a little further than the circle that fits into it

/** `rise`: how far above the middle it is written; `size`: how high its letters are. */
export function regionLabel(shape: Shape, rise: number, size: number): { name: string } | null {
  const reach = shape.room * BEYOND;
  const chord = rise + size * 0.4 < reach ? 2 * Math.sqrt(reach * reach - rise * rise) : 0;
  const number = String(shape.id);
  const name = shape.name ?? "";
  const wide = (text: string): number => text.length * size * LETTER;
  if (name && wide(`${number} ${name}`) <= chord) return { name };
  return wide(number) <= chord ? { name: "" } : null;
}
