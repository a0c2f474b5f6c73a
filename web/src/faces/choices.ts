/** What can be chosen for a face, in the order of the kit. */

import type { Face } from "../wire";
import { BROWS, EYES, MOUTHS, TEETH } from "./draw-face";
import { BEARDS, COLLARS, EARS, HAIRS, HATS, HEADS, HORNS, MARKS, NOSES, PROPS } from "./parts";

export const FACE_PARTS = {
  head: Object.keys(HEADS),
  ears: Object.keys(EARS),
  eyes: ["", ...Object.keys(EYES)],
  brows: BROWS,
  nose: Object.keys(NOSES),
  mouth: ["", ...Object.keys(MOUTHS)],
  teeth: TEETH,
  hair: Object.keys(HAIRS),
  beard: Object.keys(BEARDS),
  horns: Object.keys(HORNS),
  hat: Object.keys(HATS),
  collar: Object.keys(COLLARS),
  marks: Object.keys(MARKS),
  prop: Object.keys(PROPS),
} as const satisfies Partial<Record<keyof Face, readonly string[]>>;

export type FacePart = keyof typeof FACE_PARTS;

export const FACE_COLOURS = ["skin", "hair_color", "cloth", "trim", "ground"] as const satisfies readonly (keyof Face)[];

/** A face as a file says it, if it can be drawn. */
export function readFace(data: unknown): Face | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const said = data as Readonly<Record<string, unknown>>;
  const parts = Object.entries(FACE_PARTS).every(
    ([part, names]: [string, readonly string[]]) => said[part] === undefined || names.includes(said[part] as string),
  );
  const isColour = (value: unknown): boolean => typeof value === "string" && /^#[0-9a-f]{6}$/.test(value);
  const colours = FACE_COLOURS.every((colour) => said[colour] === undefined || isColour(said[colour]));
  return parts && colours && said.head && said.skin && said.ground ? (data as Face) : undefined;
}
