/** Purses are opened one by one, from the last place up; and the curves of a game as lines. Pure. */

import type { EventLine, JudgedTurn, Player, Standing } from "../../wire";

export interface RankedStanding extends Standing {
  place: number; // 1 for whoever won; the same for those who are level
}

/** Best first, with places. */
export function rankStandings(result: readonly Standing[]): RankedStanding[] {
  const order = [...result].sort((a, b) => Number(b.winner) - Number(a.winner) || b.coins - a.coins || b.tokens - a.tokens);
  const found: RankedStanding[] = [];
  for (const [index, standing] of order.entries()) {
    const above = found.at(-1);
    const level =
      above !== undefined && above.coins === standing.coins && above.tokens === standing.tokens && above.winner === standing.winner;
    found.push({ ...standing, place: level ? above.place : index + 1 });
  }
  return found;
}

/** Players as they are known before the purses are opened: one's own coins, and those of parties, lie open all the time. */
export function withHiddenCoins(players: readonly Player[], you: number): Player[] {
  return players.map((player) => (player.seat === you || player.party ? player : { ...player, coins: null }));
}

/** How long the last thing that happened wants to be looked at; the last picture of a game tells all of it again. */
export function lastPause(events: readonly EventLine[]): number {
  const last = Math.max(-1, ...events.map((event) => event.number));
  return Math.max(0, ...events.filter((event) => event.number === last).map((event) => event.pause ?? 0));
}

/** How many purses are open when so much time has gone by: the last place first, the winner after a breath. */
export function pursesOpenAfter(milliseconds: number, count: number): number {
  const others = Math.max(0, Math.min(count - 1, Math.floor(milliseconds / PURSE)));
  return milliseconds >= openingTime(count) ? count : others;
}

const PURSE = 900;
const BREATH = 700; // before the winner's

export const openingTime = (count: number): number => PURSE * count + BREATH;

/** The turn of a player with the greatest loss of win chance; null: none was worse than it had to be. */
export function costliestTurn(turns: readonly JudgedTurn[], seat: number): JudgedTurn | null {
  const own = turns.filter((turn) => turn.seat === seat && turn.verdict !== "sound");
  return own.reduce<JudgedTurn | null>((worst, turn) => (worst && worst.win.value >= turn.win.value ? worst : turn), null);
}
