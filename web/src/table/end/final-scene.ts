/** Who comes in at the end of a game, and for whom the scene is played. Pure. */

import type { Named, Picture, Standing } from "../../wire";

/** The race a player ends with: the active one, else one in decline, else the one that earned most. */
export function lastRace(picture: Picture, seat: number): Named | null {
  const troops = picture.players.find((player) => player.seat === seat)?.troops ?? [];
  const race = (troops.find(({ active }) => active) ?? troops[0])?.race;
  return race ?? picture.story?.harvest.find((line) => line.seat === seat && line.race)?.race ?? null;
}

/** Their combo in full, race and power. */
export function lastCombo(picture: Picture, seat: number): string {
  const troops = picture.players.find((player) => player.seat === seat)?.troops ?? [];
  return (troops.find(({ active }) => active) ?? troops[0])?.name ?? "";
}

/** The seat of whoever looks on and has not won; -1: nobody, or several people look on together. */
export function loser(result: readonly Standing[], mine: readonly number[]): number {
  const [seat] = mine;
  if (seat === undefined || mine.length > 1) return -1;
  return result.some((standing) => standing.seat === seat && !standing.winner) ? seat : -1;
}

/** How many coins a player was behind the best of the others. */
export function coinsBehind(result: readonly Standing[], seat: number): number {
  const own = result.find((standing) => standing.seat === seat)?.coins ?? 0;
  return Math.max(0, ...result.filter((standing) => standing.winner).map((standing) => standing.coins - own));
}

export interface Falling {
  left: number; // percent of the width
  delay: number; // milliseconds
  time: number;
  size: number; // rem
}

/** The same every time, and without a pattern that an eye would find. */
function scattered(at: number, salt: number): number {
  const wild = Math.sin((at + 1) * 12.9898 + salt * 78.233) * 43758.5453;
  return wild - Math.floor(wild);
}

/** Coins that rain, all over the width. */
export function coinRain(count: number): Falling[] {
  return Array.from({ length: count }, (_, at) => ({
    left: (100 * (at + scattered(at, 1))) / count,
    delay: 3000 * scattered(at, 2),
    time: 1700 + 1500 * scattered(at, 3),
    size: 1.1 + 0.9 * scattered(at, 4),
  }));
}
