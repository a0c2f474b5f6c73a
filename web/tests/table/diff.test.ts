import { describe, expect, it } from "vitest";
import { motions } from "../../src/lib/diff";
import { picture, spot, stack } from "./pictures";

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

  it("sees markers of any kind come and go", () => {
    const before = picture(1, { spots: [spot(1, null, { camp: 2, wand: 1 })] });
    const after = picture(2, { spots: [spot(1, null, { camp: 1, tent: 1 })] });
    expect(motions(before, after)).toEqual([
      { kind: "unmark", region: 1, id: "camp" },
      { kind: "unmark", region: 1, id: "wand" },
      { kind: "mark", region: 1, id: "tent" },
    ]);
  });

  it("counts coins only where they may be seen", () => {
    const player = { seat: 0, name: "A", troops: [], bot: "", person: true, present: true, clock: null, ticking: false };
    const before = picture(1, { players: [{ ...player, coins: 5 }, { ...player, seat: 1, coins: null }] });
    const after = picture(2, { players: [{ ...player, coins: 9 }, { ...player, seat: 1, coins: 7 }] });
    expect(motions(before, after)).toEqual([{ kind: "coins", seat: 0, change: 4 }]);
  });

  it("does not animate a fresh picture", () => {
    const before = picture(1, { spots: [spot(3)] });
    expect(motions(before, picture(2, { spots: [spot(3, stack("orcs", 0, 2))], fresh: true }))).toEqual([]);
  });
});
