/** Purses fill as coins land in them, never before: what the top bar shows while a scoring is being counted. */

import { COIN_LANDS, COIN_STEP } from "../board/flights";
import type { EventLine, Player } from "../wire";

export interface Landing {
  at: number; // milliseconds
  coins: number; // in the purse from then on
}

/** How a purse fills to `end`, coin by coin, and what it holds before the first one lands. */
export function landings(lines: readonly { amount: number }[], end: number): { start: number; steps: Landing[] } {
  const start = end - lines.reduce((sum, line) => sum + line.amount, 0);
  let coins = start;
  const steps = lines.map((line, index) => ({ at: index * COIN_STEP + COIN_LANDS, coins: (coins += line.amount) }));
  return { start, steps };
}

export class PurseCount {
  #shown: ReadonlyMap<number, number> = $state.raw(new Map());
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** What is in a purse as far as anybody has seen. */
  coins(player: Player): number | null {
    return player.coins === null ? null : (this.#shown.get(player.seat) ?? player.coins);
  }

  /** A new scene: whatever was being counted is in the purse now. */
  show(news: readonly EventLine[], players: readonly Player[], duration: (milliseconds: number) => number): void {
    this.stop();
    const shown = new Map<number, number>();
    for (const { seat = -1, lines = [] } of news) {
      const end = players.find((player) => player.seat === seat)?.coins ?? null;
      if (!lines.length || end === null || duration(1) === 0) continue;
      const { start, steps } = landings(lines, end);
      shown.set(seat, start);
      for (const { at, coins } of steps) this.#timers.push(setTimeout(() => this.#put(seat, coins), duration(at)));
    }
    this.#shown = shown;
  }

  #put(seat: number, coins: number): void {
    this.#shown = new Map([...this.#shown, [seat, coins]]);
  }

  stop(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers = [];
    this.#shown = new Map();
  }
}
