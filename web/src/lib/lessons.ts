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

/** The next stage of a course that is not done yet: the first one after `from`, else the first; the last one when all are. */
export function nextStage(course: Course | undefined, done: readonly string[] = stagesDone(), from = ""): Stage | undefined {
  const stages = course?.stages ?? [];
  const place = stages.findIndex((stage) => stage.id === from) + 1;
  return [...stages.slice(place), ...stages.slice(0, place)].find((stage) => !done.includes(stage.id)) ?? stages.at(-1);
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
