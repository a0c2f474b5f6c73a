/** The stages of learning: which are done is kept in the browser. */

import type { Course, Stage } from "../wire";
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

/** The first stage of a course that is not done yet; the last one when all are. */
export function nextStage(course: Course | undefined, done: readonly string[] = learned()): Stage | undefined {
  return course?.stages.find((stage) => !done.includes(stage.id)) ?? course?.stages.at(-1);
}

export function courseOf(courses: readonly Course[], stage: string): Course | undefined {
  return courses.find((course) => course.stages.some((one) => one.id === stage));
}

export function start(stage: Stage): Promise<void> {
  const { id, start, rounds, guide, bots } = stage;
  // A position names its world itself.
  const world = start ? {} : { packs: stage.packs, options: stage.options };
  return open({
    seats: [me(), ...bots.map((level) => ({ who: "bot" as const, level }))],
    options: { lesson: id, start, rounds, guide, ...world },
  });
}
