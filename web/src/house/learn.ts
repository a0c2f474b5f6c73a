/** The stages of learning: which are done is kept in the browser. */

import type { Stage } from "../wire";
import { keep, recall } from "../lib/storage";
import { me, open } from "./open";

const NAME = "learned";

export function learned(): readonly string[] {
  const kept = recall<unknown>(NAME, []);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
}

export function learn(id: string): void {
  if (id && !learned().includes(id)) keep(NAME, [...learned(), id]);
}

/** The first stage that is not done yet; the last one when all are. */
export function nextStage(stages: readonly Stage[], done: readonly string[] = learned()): Stage | undefined {
  return stages.find((stage) => !done.includes(stage.id)) ?? stages.at(-1);
}

export function start(stage: Stage): Promise<void> {
  const { id, start, rounds, guide, level } = stage;
  return open({
    seats: [me(), { who: "bot", level }],
    options: { lesson: id, start, rounds, guide },
  });
}
