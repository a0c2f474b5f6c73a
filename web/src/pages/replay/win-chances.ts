/** Geometry of the chart of win chances. */

import { linePath } from "../../components/chart/chart";
import type { ReplayAnalysis, WinChance } from "../../wire";

export interface Scale {
  x: (at: number) => number;
  y: (chance: number) => number;
}

export interface Curve {
  seat: number;
  line: string;
  band: string;
}

export interface Turning {
  at: number;
  seat: number; // whose chance moved most
  before: number;
  after: number;
}

export function scale(length: number, width: number, height: number): Scale {
  return {
    x: (at) => (length ? (at / length) * width : 0),
    y: (chance) => (1 - Math.max(0, Math.min(1, chance))) * height,
  };
}

export function curves(points: readonly WinChance[], { x, y }: Scale): Curve[] {
  const seats = points[0]?.chances.length ?? 0;
  return Array.from({ length: seats }, (_, seat) => {
    const chance = (point: WinChance): number => point.chances[seat] ?? 0;
    const error = (point: WinChance): number => point.errors[seat] ?? 0;
    const places = (value: (point: WinChance) => number): [number, number][] => points.map((point) => [x(point.at), y(value(point))]);
    const upper = places((point) => chance(point) + error(point));
    const lower = places((point) => chance(point) - error(point)).reverse();
    return { seat, line: linePath(places(chance)), band: `${linePath([...upper, ...lower])}Z` };
  });
}

/** Where the game turned: who gained or lost most there. */
export function turnings({ points, turning }: Pick<ReplayAnalysis, "points" | "turning">): Turning[] {
  return turning.flatMap((place) => {
    const now = points[place];
    const then = points[place - 1];
    if (!now || !then) return [];
    const moves = now.chances.map((chance, seat) => Math.abs(chance - (then.chances[seat] ?? 0)));
    const seat = moves.indexOf(Math.max(...moves));
    return [{ at: now.at, seat, before: then.chances[seat] ?? 0, after: now.chances[seat] ?? 0 }];
  });
}
