import { describe, expect, it } from "vitest";
import { motions } from "../../src/lib/connection/motions";
import { line, picture, spot, stack } from "../table/pictures";

const kinds = (before: Parameters<typeof motions>[0], after: Parameters<typeof motions>[1]): string[] =>
  motions(before, after).map((motion) => ("tokens" in motion ? `${motion.kind} ${motion.tokens}` : motion.kind));

describe("motions", () => {
  it("sees a conquest: the old tokens are lost, the new ones arrive", () => {
    const before = picture(1, { spots: [spot(3, stack("orcs", 1, 2))] });
    const after = picture(2, { spots: [spot(3, stack("elves", 0, 4))] });
    expect(kinds(before, after)).toEqual(["lost 2", "arrive 4"]);
  });

  it("sees a race fall: a declined stack of the same owner is not an arrival", () => {
    const before = picture(1, { spots: [spot(3, stack("orcs", 1, 3))] });
    const after = picture(2, { spots: [spot(3, stack("orcs", 1, 1, false))] });
    expect(kinds(before, after)).toEqual(["fade", "return 2"]);
  });

  it("tells tokens that go back to a hand from tokens that are gone", () => {
    const mine = picture(1, { spots: [spot(3, stack("orcs", 1, 3)), spot(4, stack("tribes", -1, 1))] });
    const after = picture(2, { spots: [spot(3, stack("orcs", 1, 1)), spot(4)] });
    expect(kinds(mine, after)).toEqual(["return 2", "lost 1"]);
    expect(kinds(mine, picture(2, { spots: [spot(3), mine.spots[1]!] }))).toEqual(["return 3"]);
  });

  it("lets those flee who are told to have fled", () => {
    const before = picture(1, { spots: [spot(3, stack("orcs", 1, 3))] });
    const after = picture(2, { spots: [spot(3, stack("elves", 0, 4))] });
    const told = motions(before, after, [line(2, 0, "displaced", { region: 3, amount: 2 })]);
    expect(told.map((motion) => ("tokens" in motion ? `${motion.kind} ${motion.tokens}` : motion.kind))).toEqual([
      "lost 1",
      "flee 2",
      "arrive 4",
    ]);
  });

  it("sees markers of any kind come, go and move as tokens do", () => {
    const before = picture(1, { spots: [spot(1, null, { camp: 2, wand: 1 }), spot(2)] });
    const after = picture(2, { spots: [spot(1, null, { camp: 1, tent: 1 }), spot(2, null, { wand: 1 })] });
    const moved = motions(before, after).map((motion) =>
      motion.kind === "carry" ? [motion.here.marker.id, motion.from, motion.to] : motion.kind,
    );
    expect(moved).toEqual([
      ["tent", -1, 1],
      ["wand", 1, 2],
      ["camp", 1, -1],
    ]);
  });

  it("does not animate a fresh picture", () => {
    const before = picture(1, { spots: [spot(3)] });
    expect(motions(before, picture(2, { spots: [spot(3, stack("orcs", 0, 2))], fresh: true }))).toEqual([]);
  });
});
