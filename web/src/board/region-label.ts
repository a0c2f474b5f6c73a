/** What is written into a region: its name, its number where somebody wants it or it has no name, or nothing. */

import type { Shape } from "../wire";

const LETTER = 0.52; // how wide a letter is, in parts of its height
const BEYOND = 1.12; // land reaches a little further than the circle that fits into it
const SMALLEST = 0.8; // letters may shrink so far before a name is left out

export interface RegionLabel {
  number: string; // empty: not wanted
  name: string; // empty: there is none, or no room for it
  size: number; // of the letters
}

/** `rise`: how far above the middle it is written; `size`: how high its letters should be; `numbered`: with its number. */
export function regionLabel(shape: Shape, rise: number, size: number, numbered: boolean, smallest = 0): RegionLabel | null {
  const reach = shape.room * BEYOND;
  const chord = rise + size * 0.4 < reach ? 2 * Math.sqrt(reach * reach - rise * rise) : 0;
  const name = shape.name ?? "";
  const number = numbered || !name ? String(shape.id) : "";
  const wide = (text: string): number => text.length * size * LETTER;
  const whole = [number, name].filter(Boolean).join(" ");
  const share = Math.min(1, chord / wide(whole));
  if (name && share >= SMALLEST && (share === 1 || share * size >= smallest)) return { number, name, size: size * share };
  return number && wide(number) <= chord ? { number, name: "", size } : null;
}
