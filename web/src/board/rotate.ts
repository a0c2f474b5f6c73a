/** A wide board on a tall screen is turned by a quarter, so that it is as large as can be; letters stay upright. */

import type { Board } from "../wire";

const WIDE = 1.2; // less is not worth it

const kept = new WeakMap<Board, Board>();

/** Outlines have absolute points only: moves, lines and curves. */
const POINT = /(-?[\d.]+)[ ,](-?[\d.]+)/g;

export function rotateBoard(board: Board): Board {
  if (board.width < board.height * WIDE) return board;
  const known = kept.get(board);
  if (known) return known;
  const round = (value: number): number => Math.round(value * 10) / 10;
  const path = (d: string): string => d.replace(POINT, (_, x: string, y: string) => `${round(board.height - Number(y))} ${x}`);
  const made: Board = {
    ...board,
    width: board.height,
    height: board.width,
    regions: board.regions.map((shape) => {
      const [x, y] = shape.spot as [number, number];
      return { ...shape, path: path(shape.path), spot: [round(board.height - y), x] };
    }),
    flows: board.flows?.map((flow) => ({ ...flow, path: path(flow.path) })),
  };
  kept.set(board, made);
  return made;
}
