/** The stages of learning: which are done is kept in the browser. */

import type { Course, Stage } from "../wire";
import { saveStored, loadStored } from "./storage";
import { mySeat, openTable } from "./open-table";

const NAME = "learned";

export function stagesDone(): readonly string[] {
  const kept = loadStored<unknown>(NAME, []);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
}

export function markStageDone(id: string): void {
  if (id && !stagesDone().includes(id)) saveStored(NAME, [...stagesDone(), id]);
}

/** The first stage of a course that is not done yet; the last one when all are. */
export function nextStage(course: Course | undefined, done: readonly string[] = stagesDone()): Stage | undefined {
  return course?.stages.find((stage) => !done.includes(stage.id)) ?? course?.stages.at(-1);
}

export function courseOf(courses: readonly Course[], stage: string): Course | undefined {
  return courses.find((course) => course.stages.some((one) => one.id === stage));
}

export function startStage(stage: Stage): Promise<void> {
  const { id, start, rounds, guide, bots } = stage;
  // A position names its world itself.
  const world = start ? {} : { packs: stage.packs, options: stage.options };
  return openTable({
    seats: [mySeat(), ...bots.map((level) => ({ who: "bot" as const, level }))],
    options: { lesson: id, start, rounds, guide, ...world },
  });
}
