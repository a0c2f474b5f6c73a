/** What moved between two pictures: the board animates by difference and needs no list of known events. */

import type { Picture, Spot, Stack } from "../wire";

export type Motion =
  | { kind: "arrive"; region: number; stack: Stack; tokens: number } // from the hand of its owner
  | { kind: "return"; region: number; stack: Stack; tokens: number } // back to that hand
  | { kind: "lost"; region: number; stack: Stack; tokens: number } // off the map
  | { kind: "fade"; region: number; stack: Stack } // the same tokens, declined
  | { kind: "mark"; region: number; id: string }
  | { kind: "unmark"; region: number; id: string }
  | { kind: "coins"; seat: number; change: number };

const sameTroop = (a: Stack, b: Stack): boolean => a.race.id === b.race.id && a.owner === b.owner;

function stackMotions(before: Spot, after: Spot): Motion[] {
  const [old, now, region] = [before.stack, after.stack, after.region];
  if (!old && !now) return [];
  if (old && now && sameTroop(old, now)) {
    const motions: Motion[] = [];
    if (old.active && !now.active) motions.push({ kind: "fade", region, stack: now });
    const change = now.tokens - old.tokens;
    if (change > 0) motions.push({ kind: "arrive", region, stack: now, tokens: change });
    if (change < 0) motions.push({ kind: old.active ? "return" : "lost", region, stack: old, tokens: -change });
    return motions;
  }
  const motions: Motion[] = [];
  // Whoever is driven out flies off; whoever leaves of their own will goes back to their hand.
  if (old) motions.push({ kind: now || old.owner < 0 ? "lost" : "return", region, stack: old, tokens: old.tokens });
  if (now) motions.push({ kind: "arrive", region, stack: now, tokens: now.tokens });
  return motions;
}

function markerMotions(before: Spot, after: Spot): Motion[] {
  const counts = new Map<string, number>();
  for (const { marker, count } of before.markers) counts.set(marker.id, -count);
  for (const { marker, count } of after.markers) counts.set(marker.id, (counts.get(marker.id) ?? 0) + count);
  return [...counts]
    .filter(([, change]) => change !== 0)
    .map(([id, change]) => ({ kind: change > 0 ? "mark" : "unmark", region: after.region, id }));
}

export function motions(before: Picture, after: Picture): Motion[] {
  if (after.fresh) return [];
  const old = new Map(before.spots.map((spot) => [spot.region, spot]));
  const found: Motion[] = [];
  for (const spot of after.spots) {
    const was = old.get(spot.region);
    if (was && was !== spot) found.push(...stackMotions(was, spot), ...markerMotions(was, spot));
  }
  for (const player of after.players) {
    const was = before.players.find((other) => other.seat === player.seat)?.coins;
    if (was != null && player.coins != null && was !== player.coins) {
      found.push({ kind: "coins", seat: player.seat, change: player.coins - was });
    }
  }
  return found;
}
