/** Which picture stands for a thing. What the map does not know gets a monogram, so any pack can be drawn. */

import { PATHS } from "./generated";
import map from "./map.json";

const NAMES: Readonly<Record<string, string>> = map;

/** Path data on a square of 512, or null: draw the monogram. */
export function iconPath(kind: string, id: string): string | null {
  const name = NAMES[`${kind}:${id}`];
  return name === undefined ? null : (PATHS[name] ?? null);
}

/** One or two letters for a thing without a picture: "White Ladies" is WL, "Kobolds" is Ko. */
export function monogram(name: string): string {
  const words = name.trim().split(/[\s_-]+/u).filter(Boolean);
  const [first = "?", second] = words;
  const letters = second ? first.slice(0, 1) + second.slice(0, 1).toUpperCase() : first.slice(0, 2);
  return letters.slice(0, 1).toUpperCase() + letters.slice(1);
}

/** A steady hue for a thing nobody chose a colour for. */
export function hueOf(id: string): number {
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return hash;
}
