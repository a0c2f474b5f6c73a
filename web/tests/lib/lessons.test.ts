import { expect, test } from "vitest";
import { nextStage } from "../../src/lib/lessons";
import type { Stage } from "../../src/wire";

const stage = (id: string): Stage => ({ id }) as Stage;
const course = { id: "c", name: "c", stages: ["one", "two", "three"].map(stage) };

test("after a stage comes the one behind it, though an earlier one was left out", () => {
  expect(nextStage(course, ["two"], "two")?.id).toBe("three");
  expect(nextStage(course, ["two", "three"], "three")?.id).toBe("one");
  expect(nextStage(course, ["two"])?.id).toBe("one");
  expect(nextStage(course, ["one", "two", "three"], "one")?.id).toBe("three");
});
