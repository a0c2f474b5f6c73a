import { expect, test } from "vitest";
import { curves, scale, turnings } from "../../src/pages/replay/win-chances";
import { latestAt, turnAfter, turnBefore } from "../../src/pages/replay/replay.svelte";
import { usualLevel } from "../../src/lib/open-table";
import {
  asNewTable,
  boardOf,
  boardsFor,
  newTableForm,
  isHotSeat,
  withWorld,
  isOnline,
  packsOf,
  withModule,
  worldOf,
} from "../../src/pages/new-table/table-form";
import { allEntries, entryOf, filledSections, searchLibrary, sectionOf } from "../../src/lib/library-search";
import type { BoardChoice, Entry, Level, Library, WorldChoice } from "../../src/wire";

const nameless = (seat: number): string => `Player ${seat + 1}`;

test("a fresh table is one person and a bot", () => {
  const draft = newTableForm("Ann", "steady");
  expect(asNewTable(draft, [], nameless).seats).toEqual([
    { who: "me", name: "Ann" },
    { who: "bot", level: "steady" },
  ]);
  expect([isOnline(draft), isHotSeat(draft)]).toEqual([false, false]);
});

test("a friend by link takes away what needs one device", () => {
  const draft = newTableForm(" ", "steady");
  draft.freeUndo = true;
  draft.seed = " again ";
  expect(asNewTable(draft, [], nameless)).toMatchObject({
    seats: [{ who: "me", name: "Player 1" }, { who: "bot" }],
    options: { free_undo: true, seed: "again" },
  });
  draft.seats[1] = { who: "open", name: "never sent", level: "" };
  expect(isOnline(draft)).toBe(true);
  expect(asNewTable(draft, [], nameless)).toMatchObject({
    seats: [{ who: "me", name: "Player 1" }, { who: "open" }],
    options: { free_undo: false, seed: "" },
  });
});

test("seats beyond the number of players are kept, not sent", () => {
  const draft = newTableForm("Ann", "steady");
  draft.seats[2] = { who: "me", name: "Bob", level: "" };
  expect([isHotSeat(draft), asNewTable(draft, [], nameless).seats.length]).toEqual([false, 2]);
  draft.players = 3;
  expect(isHotSeat(draft)).toBe(true);
  expect(asNewTable(draft, [], nameless).seats[2]).toEqual({ who: "me", name: "Bob" });
});

const board = (id: string, players: number): BoardChoice => ({ id, players, name: id, text: "", rounds: 10, world: id });
const land = [board("land_2", 2), board("land_5", 5)];
const cave = [board("cave_2", 2)];
const world = (packs: string[], boards: BoardChoice[]): WorldChoice => ({
  id: packs.join("+"),
  name: "",
  text: "",
  packs,
  boards,
  cover: [],
});
const WORLDS = [world(["land"], land), world(["cave"], cave), world(["land", "cave"], [...land, ...cave])];

test("a draft without a world is played in the usual one", () => {
  const draft = newTableForm("Ann", "steady");
  expect(worldOf(draft, WORLDS)?.id).toBe("land");
  expect(asNewTable(draft, WORLDS, nameless).options).toMatchObject({ packs: ["land"], board: "land_2" });
  expect(worldOf({ ...draft, world: "gone" }, WORLDS)?.id).toBe("land");
});

test("another world forgets what it does not have", () => {
  const [, below, both] = WORLDS as [WorldChoice, WorldChoice, WorldChoice];
  const draft = { ...newTableForm("Ann", "steady"), players: 5, board: "land_5", races: ["elves"] };
  expect(withWorld(draft, below)).toMatchObject({ world: "cave", board: "", players: 2, races: null });
  expect(withWorld(draft, both)).toMatchObject({ world: "land+cave", players: 5 });
  expect(boardsFor(below, 5)).toEqual([]);
});

test("both worlds are played on a board of either", () => {
  const draft = { ...newTableForm("Ann", "steady"), world: "land+cave", board: "cave_2" };
  expect(boardOf(draft, WORLDS)?.id).toBe("cave_2");
  expect(asNewTable(draft, WORLDS, nameless).options).toMatchObject({ packs: ["land", "cave"], board: "cave_2" });
  expect(boardOf({ ...draft, players: 5 }, WORLDS)?.id).toBe("land_5"); // the other one is not for so many
});

test("the level for somebody who did not choose", () => {
  const levels = ["a", "b", "c", "d", "e"].map((id, at): Level => ({ id, name: id, text: "", rating: 1000 + 100 * at }));
  expect([usualLevel(levels), usualLevel([])]).toEqual(["a", ""]); // a newcomer meets the weakest
  expect([usualLevel(levels, "e"), usualLevel(levels, "gone")]).toEqual(["e", "a"]);
});

function entry(kind: string, id: string, name: string, text = ""): Entry {
  return { thing: { kind, id, name, short: "" }, text, numbers: [], lessons: [] };
}

const library: Library = {
  races: [
    entry("race", "elves", "Elfen", "verlieren keine"),
    entry("race", "orcs", "Orks", "wie Elfen"),
    entry("race", "giants", "Größen"),
  ],
  powers: [entry("power", "flying", "Fliegend")],
  others: [entry("terrain", "forest", "Wald"), entry("marker", "lair", "Höhle")],
  steps: [],
};

test("names before rules, marks on letters do not matter", () => {
  const names = (words: string, only = ""): string[] =>
    searchLibrary(library, words, only as "").flatMap((group) => group.entries.map(({ thing }) => thing.name));
  expect(names("elf")).toEqual(["Elfen", "Orks"]);
  expect(names("hohle")).toEqual(["Höhle"]);
  expect(names("", "powers")).toEqual(["Fliegend"]);
  expect(names("nothing like it")).toEqual([]);
  expect(sectionOf(library, "marker")).toBe("others");
  expect(sectionOf(library, "unknown")).toBe("");
  expect(entryOf(library, "terrain", "forest")?.thing.name).toBe("Wald");
  expect(entryOf(library, "power", "forest")).toBeUndefined();
});

test("turns of a replay", () => {
  const turns = [
    { at: 0, round: 1, seat: 0 },
    { at: 6, round: 1, seat: 1 },
    { at: 11, round: 2, seat: 0 },
  ];
  expect(latestAt(turns, 7)?.seat).toBe(1);
  expect([turnAfter(turns, 6, 20), turnAfter(turns, 11, 20)]).toEqual([11, 20]);
  expect([turnBefore(turns, 8), turnBefore(turns, 6), turnBefore(turns, 0)]).toEqual([6, 0, 0]);
});

test("the chart has a line and a band for each player, and says where the game turned", () => {
  const points = [
    { at: 0, chances: [0.5, 0.5], errors: [0.1, 0] },
    { at: 10, chances: [0.9, 0.1], errors: [0.1, 0] },
  ];
  const drawn = curves(points, scale(10, 100, 100));
  expect(drawn.map(({ line }) => line)).toEqual(["M0.0 50.0L100.0 10.0", "M0.0 50.0L100.0 90.0"]);
  expect(drawn[0]?.band).toBe("M0.0 40.0L100.0 0.0L100.0 20.0L0.0 60.0Z");
  expect(turnings({ points, turning: [1] })).toEqual([{ at: 10, seat: 0, before: 0.5, after: 0.9 }]);
  expect(turnings({ points, turning: [0, 7] })).toEqual([]);
});

test("sections without an entry are not offered", () => {
  expect(filledSections(library)).toEqual(["races", "powers", "others"]);
  const more: Library = { ...library, relics: [entry("relic", "lamp", "Lampe")] };
  expect(filledSections(more)).toContain("relics");
  expect(entryOf(more, "relic", "lamp")?.thing.name).toBe("Lampe");
  expect(sectionOf(more, "relic")).toBe("relics");
  expect([allEntries(null), allEntries(more).length]).toEqual([[], 7]);
});

test("a module comes on top of whatever world is chosen, once, and survives a change of the world", () => {
  const [, below] = WORLDS as [WorldChoice, WorldChoice, WorldChoice];
  const captains = { id: "captains", name: "Captains", text: "" };
  const draft = withModule(withModule(newTableForm("Ann", "steady"), captains, true), captains, true);
  expect(packsOf(draft, worldOf(draft, WORLDS))).toEqual(["land", "captains"]);
  const moved = withWorld(draft, below);
  expect(asNewTable(moved, WORLDS, nameless).options).toMatchObject({ packs: ["cave", "captains"], board: "cave_2" });
  expect(packsOf(withModule(moved, captains, false), below)).toEqual(["cave"]);
});
