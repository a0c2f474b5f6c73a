/** Which picture stands for a thing. Packs bring their looks with what the server tells; what nobody drew gets a monogram. */

import { looks } from "../lib/looks.svelte";
import { PATHS } from "./generated";
import map from "./ui-icons.json";

/** The client's own signs. */
const OWN: Readonly<Record<string, string>> = map;

/** Path data on a square of 512, or null: draw the monogram. */
export function iconPath(kind: string, id: string): string | null {
  const key = `${kind}.${id}`;
  const icon = OWN[key] ?? looks.icons[key];
  if (icon === undefined) return null;
  return icon.startsWith("M") ? icon : (PATHS[icon] ?? null);
}

/** One or two letters for a thing without a picture: "White Ladies" is WL, "Kobolds" is Ko. */
export function monogram(name: string): string {
  const words = name
    .trim()
    .split(/[\s_-]+/u)
    .filter(Boolean);
  const [first = "?", second] = words;
  const letters = second ? first.slice(0, 1) + second.slice(0, 1).toUpperCase() : first.slice(0, 2);
  return letters.slice(0, 1).toUpperCase() + letters.slice(1);
}
