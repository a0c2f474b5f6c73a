/** The faces of the die, and how it is turned so that one of them looks at us. */

/** Front, right, back, left, top, bottom: three of them are empty. */
export const FACES: readonly number[] = [0, 1, 0, 2, 3, 0];

export const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-11, 11],
    [11, -11],
  ],
  [
    [-13, 13],
    [0, 0],
    [13, -13],
  ],
];

const TURNS: readonly { x: number; y: number }[] = [
  { x: 0, y: 0 },
  { x: 0, y: -90 },
  { x: 0, y: 180 },
  { x: 0, y: 90 },
  { x: -90, y: 0 },
  { x: 90, y: 0 },
];

/** Degrees about both axes that bring a face with so many pips to the front. */
export function restingTurn(pips: number): { x: number; y: number } {
  return TURNS[Math.max(0, FACES.indexOf(pips))] ?? { x: 0, y: 0 };
}
