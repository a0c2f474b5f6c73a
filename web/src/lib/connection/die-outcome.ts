/** What a die has decided, as far as it decides at once: whether the attack succeeds, and whose face tells it. Pure. */

import type { EventLine, Named, Picture } from "../../wire";

export interface DieOutcome {
  taken: boolean;
  /** Whoever looks pleased: the attacker, or the defender; null: nobody lives there. */
  race: Named | null;
}

/** `after`: the picture that the die leads to; `before`: the one on the screen. Null: the die only helps a later choice. */
export function dieOutcome(event: EventLine, after: Picture, before: Picture | null): DieOutcome | null {
  const at = after.events.findIndex((line) => line.number === event.number && line.kind === event.kind);
  const next = after.events.slice(at + 1).find((line) => line.kind === "conquered" || line.kind === "repelled");
  if (at < 0 || !next) return null;
  const defender = before?.spots.find((spot) => spot.region === next.region)?.stack?.race ?? null;
  return next.kind === "conquered" ? { taken: true, race: next.race ?? null } : { taken: false, race: defender };
}
