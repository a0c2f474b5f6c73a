/** What moved between two pictures: the board animates by difference and needs no list of known events. */

import type { EventLine, MarkerHere, Picture, Spot, Stack } from "../../wire";

export type Motion =
  | { kind: "arrive"; region: number; stack: Stack; tokens: number; taken: boolean } // from the hand of its owner; taken: it was not theirs
  | { kind: "return"; region: number; stack: Stack; tokens: number } // back to that hand
  | { kind: "flee"; region: number; stack: Stack; tokens: number } // the same, driven out
  | { kind: "lost"; region: number; stack: Stack; tokens: number } // off the map
  | { kind: "fade"; region: number; stack: Stack } // the same tokens, declined
  | { kind: "carry"; from: number; to: number; here: MarkerHere }; // a marker; -1: from or to a hand

const sameTroop = (a: Stack, b: Stack): boolean => a.race.id === b.race.id && a.owner === b.owner;

function stackMotions(before: Spot, after: Spot, fled: number): Motion[] {
  const [old, now, region] = [before.stack, after.stack, after.region];
  if (!old && !now) return [];
  const motions: Motion[] = [];
  if (old && now && sameTroop(old, now)) {
    if (old.active && !now.active) motions.push({ kind: "fade", region, stack: now });
    const change = now.tokens - old.tokens;
    if (change > 0) motions.push({ kind: "arrive", region, stack: now, tokens: change, taken: false });
    if (change < 0) motions.push({ kind: old.active ? "return" : "lost", region, stack: old, tokens: -change });
    return motions;
  }
  // Whoever is driven out flees or falls; whoever leaves of their own will goes back to their hand.
  if (old && (now || old.owner < 0)) {
    const saved = Math.min(fled, old.tokens);
    if (old.tokens > saved) motions.push({ kind: "lost", region, stack: old, tokens: old.tokens - saved });
    if (saved > 0) motions.push({ kind: "flee", region, stack: old, tokens: saved });
  } else if (old) {
    motions.push({ kind: "return", region, stack: old, tokens: old.tokens });
  }
  if (now) motions.push({ kind: "arrive", region, stack: now, tokens: now.tokens, taken: true });
  return motions;
}

/** Markers move as tokens do: one that left here and stands there now has gone from here to there. */
function markerMotions(pairs: readonly (readonly [Spot, Spot])[]): Motion[] {
  const left = new Map<string, { region: number; here: MarkerHere }[]>();
  const come: { region: number; here: MarkerHere }[] = [];
  for (const [before, after] of pairs) {
    const counts = new Map<string, { here: MarkerHere; change: number }>();
    for (const here of before.markers) counts.set(here.marker.id, { here, change: -here.count });
    for (const here of after.markers) counts.set(here.marker.id, { here, change: (counts.get(here.marker.id)?.change ?? 0) + here.count });
    for (const [id, { here, change }] of counts) {
      for (let one = 0; one < change; one++) come.push({ region: after.region, here });
      for (let one = 0; one < -change; one++) left.set(id, [...(left.get(id) ?? []), { region: after.region, here }]);
    }
  }
  const moved: Motion[] = come.map(({ region, here }) => ({
    kind: "carry",
    from: left.get(here.marker.id)?.shift()?.region ?? -1,
    to: region,
    here,
  }));
  const gone: Motion[] = [...left.values()].flat().map(({ region, here }) => ({ kind: "carry", from: region, to: -1, here }));
  return [...moved, ...gone];
}

/** A region that has not changed is the same object in both pictures: a change touches nothing else. */
export function motions(before: Picture, after: Picture, news: readonly EventLine[] = []): Motion[] {
  if (after.fresh) return [];
  const old = new Map(before.spots.map((spot) => [spot.region, spot]));
  const changed = after.spots.flatMap((spot) => {
    const was = old.get(spot.region);
    return was && was !== spot ? [[was, spot] as const] : [];
  });
  const fled = (region: number): number =>
    news.filter((event) => event.kind === "displaced" && event.region === region).reduce((sum, event) => sum + (event.amount ?? 0), 0);
  return [...changed.flatMap(([was, spot]) => stackMotions(was, spot, fled(spot.region))), ...markerMotions(changed)];
}
