/** Whose face is whose: as packs say it, or a steady one made from the id. */

import { looks } from "../lib/looks.svelte";
import type { Face } from "../wire";
import { generatedFace } from "./generated-face";

/** Kinds whose pieces are persons; others have an icon. */
const FACED: readonly string[] = ["race", "neutral"];

export function hasFace(kind: string): boolean {
  return FACED.includes(kind);
}

export function faceOf(kind: string, id: string): Face {
  return looks.faces[`${kind}.${id}`] ?? generatedFace(id);
}

/** Who leads a race: its face with a crown, and something of his own if the pack says so. */
export function leaderFace(race: string): Face {
  return looks.faces[`leader.${race}`] ?? { ...faceOf("race", race), hat: "crown" };
}
