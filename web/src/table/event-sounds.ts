/** What some news sound like, and when: a sound for each thing that is seen, as it is seen. */

import { sound } from "../lib/sound.svelte";
import type { EventLine } from "../wire";
import { COIN_STEP, FLIGHT_TIMES } from "../board/flights";

export interface TimedSound {
  cue: string;
  at: number; // milliseconds
}

const MOST_COINS = 14;

/** A die sounds while it rolls, before there is any news. */
export function eventSounds(news: readonly EventLine[]): TimedSound[] {
  return news.flatMap((event): TimedSound[] => {
    const { cue = "", lines = [], hold = 0 } = event;
    if (!cue || hold > 0) return [];
    if (lines.length) return lines.slice(0, MOST_COINS).map((_, index) => ({ cue, at: index * COIN_STEP }));
    return [{ cue, at: event.kind === "conquered" ? FLIGHT_TIMES.land * 0.8 : 0 }];
  });
}

/** Plays them, until the next news; the answer stops what has not sounded yet. */
export function playSounds(news: readonly EventLine[], duration: (milliseconds: number) => number): () => void {
  const timers = eventSounds(news).map(({ cue, at }) => setTimeout(() => sound.play(cue), duration(at)));
  return () => timers.forEach((timer) => clearTimeout(timer));
}
