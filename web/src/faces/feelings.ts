/** What faces feel, and the colours that do not need their drawings. */

import type { Face } from "../wire";

export const FEELINGS = ["calm", "eager", "triumphant", "hurt", "old"] as const;
export type Feeling = (typeof FEELINGS)[number];

export const INK = "#2b1f2e";

/** The ground a face stands on: its people's colour, greyer with age. */
export function groundOf(face: Face, feeling: Feeling = "calm"): string {
  return feeling === "old" ? mixed(face.ground, "#8d8a8e", 0.65) : face.ground;
}

export function mixed(one: string, other: string, share: number): string {
  const part = (hex: string, at: number): number => parseInt(hex.slice(at, at + 2), 16);
  const channel = (at: number): string =>
    Math.round(part(one, at) * (1 - share) + part(other, at) * share)
      .toString(16)
      .padStart(2, "0");
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
