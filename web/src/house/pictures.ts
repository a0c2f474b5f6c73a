/** Steps of a turn have no piece of their own to show: each borrows the icon of what it is about. */

import type { Named } from "../wire";

const STEPS: Readonly<Record<string, readonly [kind: string, id: string]>> = {
  goal: ["ui", "crown"],
  pick: ["ui", "tokens"],
  ready: ["power", "bivouacking"],
  conquer: ["power", "berserk"],
  die: ["ui", "die"],
  lose: ["race", "skeletons"],
  redeploy: ["power", "mounted"],
  score: ["ui", "coins"],
  decline: ["ui", "decline"],
  end: ["power", "heroic"],
};

export function pictureOf(thing: Named): { kind: string; id: string; name: string } {
  const [kind, id] = (thing.kind === "step" && STEPS[thing.id]) || [thing.kind, thing.id];
  return { kind, id, name: thing.name };
}
