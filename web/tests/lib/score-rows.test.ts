import { beforeEach, expect, test } from "vitest";
import { parts as partsOf } from "../../src/lib/connection/scenes";
import {
  fromCsv,
  fromFile,
  fromJson,
  lastOfSeries,
  ownSeat,
  ScoreFileError,
  comboTallies,
  toCsv,
  toJson,
  withoutKeys,
  type ScoreRow,
} from "../../src/lib/stored/score-rows";
import { ScoreSheet, today } from "../../src/lib/stored/score-sheet.svelte";
import { line, picture, spot, stack } from "../table/pictures";

const row = (more: Partial<ScoreRow> = {}): ScoreRow => ({
  date: "2026-11-16",
  names: ['Ann, the "first"'],
  packs: ["land", "hunt"],
  board: "land_2",
  tokens: 14,
  races: [["swift foxes", "wet owls"]],
  scores: [80, 70],
  winners: [0],
  record: "",
  daily: "",
  ...more,
});

beforeEach(() => localStorage.clear());

test("what is written is read again, as JSON and as CSV", () => {
  const rows = [row(), row({ names: ["Ann", "Bob"], races: [[], ["swift foxes"]], scores: [1, 2, 3], winners: [2] })];
  expect(fromJson(toJson(rows))).toEqual(rows);
  expect(fromCsv(toCsv(rows))).toEqual(rows);
  expect(fromFile(toCsv(rows))).toEqual(rows);
});

test.each([
  ["{", "not_json"],
  ["[]", "foreign"],
  ["Dear diary", "foreign"],
  ['{"what":"smallworld scores","format":2,"games":[]}', "newer"],
  ['{"what":"smallworld scores","format":1,"games":[{}]}', "row"],
  ["date,names\n", "columns"],
])("%s is refused", (text, key) => {
  expect(() => fromFile(text)).toThrow(expect.objectContaining({ key }) as ScoreFileError);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''+1", "'s Gravenhage"])("a spreadsheet runs no name: %j", (name) => {
  const rows = [row({ names: [name] })];
  const cell = toCsv(rows).split("\n")[1]?.split(",")[1] ?? "";
  expect(cell.replaceAll('"', "")).not.toMatch(/^[=+\-@\t\r]/);
  expect(fromCsv(toCsv(rows))).toEqual(rows);
});

test("an exported sheet holds no keys, and is known when it comes back", () => {
  const mine = row({ record: "#/replay/table123/keykeykeykeykeykey" });
  const file = row({ record: "games/one.swr", tokens: 15 });
  for (const text of [toJson(withoutKeys([mine, file])), toCsv(withoutKeys([mine, file]))]) {
    expect(text).not.toContain("keykey");
    expect(text).toContain("games/one.swr");
    const sheet = new ScoreSheet();
    sheet.addGame(mine, []);
    sheet.importRows([file]);
    expect(sheet.importRows(fromFile(text))).toBe(0);
    expect(sheet.rows.map((one) => one.record)).toContain(mine.record);
  }
});

test("a game that is known without its address is not taken with it again", () => {
  const sheet = new ScoreSheet();
  expect(
    sheet.importRows([
      row(),
      row(),
      row({ record: "#/replay/a/b" }),
      row({ tokens: 3, record: "#/replay/a/c" }),
      row({ tokens: 3, record: "#/replay/a/d" }),
    ]),
  ).toBe(3);
});

test("a series goes on from its last game, games of a day left out", () => {
  const rows = [
    row(),
    row({ tokens: 15 }),
    row({ tokens: 9, daily: "2026-11-16" }),
    row({ names: ["Ann", "Bob"], races: [[], []], scores: [1, 2, 3] }),
  ];
  expect(lastOfSeries(rows, ["hunt", "land"], 1)?.tokens).toBe(15);
  expect(lastOfSeries(rows, ["land"], 1)).toBeUndefined();
});

test("the combos one wins with are counted once for each game", () => {
  const rows = [row(), row({ scores: [1, 2], winners: [1] }), row({ names: ["Bob", "Cem"], races: [["swift foxes"], []], winners: [0] })];
  expect(ownSeat(rows[2] as ScoreRow, ["Ann"])).toBe(-1);
  expect(comboTallies(rows, ["Ann"])).toEqual([
    { combo: "swift foxes", games: 2, won: 1 },
    { combo: "wet owls", games: 2, won: 1 },
  ]);
});

test("a game is entered once, and a sheet that cannot be read is put aside", () => {
  const sheet = new ScoreSheet();
  sheet.addGame(row({ record: "#/replay/a/b" }), ["Ann"]);
  sheet.addGame(row({ record: "#/replay/a/b", date: "2026-11-17" }), ["Ann"]);
  expect(new ScoreSheet().rows).toHaveLength(1);
  expect(sheet.importRows([row(), row(), row({ record: "#/replay/a/b" })])).toBe(0);
  localStorage.setItem("smallworld.scores", "ink");
  const spoilt = new ScoreSheet();
  expect([spoilt.rows.length, spoilt.damagedCopy]).toEqual([0, "smallworld.scores-unreadable-1"]);
  spoilt.addGame(row(), []);
  expect(localStorage.getItem("smallworld.scores-unreadable-1")).toBe("ink");
  expect(today(new Date(2026, 0, 5))).toBe("2026-01-05");
});

test("each choice that is explained is a scene of its own, and what is to come looks as before", () => {
  const why = { text: "cheapest", cost: 2, stages: [] };
  const before = picture(1, { spots: [spot(1, stack("owls", 0, 1)), spot(2)] });
  const after = picture(2, {
    step: "over",
    result: [{ seat: 0, coins: 1, tokens: 1, winner: true }],
    spots: [spot(1, stack("tribes", 1, 3)), spot(2, stack("tribes", 1, 2))],
    events: [
      line(5, 0, "placed"),
      line(5, 1, "aimed", { region: 2, why, text: "to 2" }),
      line(5, 1, "conquered", { region: 2 }),
      line(5, 1, "aimed", { region: 1, why, text: "to 1" }),
      line(5, 1, "conquered", { region: 1 }),
      line(5, 1, "displaced", { region: 1, amount: 3 }),
    ],
  });
  const parts = partsOf(before, after, 4);
  expect(parts.map((part) => part.events.map((event) => event.kind).join())).toEqual([
    "placed",
    "aimed",
    "conquered",
    "aimed",
    "conquered,displaced",
  ]);
  expect(parts.map((part) => part.spots.map((one) => one.stack?.owner ?? null))).toEqual([
    [0, null],
    [0, null],
    [0, 1],
    [0, 1],
    [1, 1],
  ]);
  expect(parts[2]?.spots[0]?.stack?.tokens).toBe(3); // who was placed there meanwhile
  expect(parts.map((part) => [part.step, part.result?.length])).toEqual([...Array<unknown>(4).fill(["conquer", 0]), ["over", 1]]);
  expect(parts[3]?.now).toBe("to 1");
  expect(partsOf(before, { ...after, fresh: true }, 4)).toHaveLength(1);
  expect(partsOf(before, after, 5)).toHaveLength(1); // told before
});
