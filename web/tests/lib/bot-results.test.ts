import { beforeEach, expect, test } from "vitest";
import { botResults, nextOpponent, rememberResult, type BotResult } from "../../src/lib/stored/bot-results";
import type { TableInfo } from "../../src/wire";
import { picture } from "../table/pictures";

const LEVELS = ["novice", "casual", "skilled", "expert", "master"];
const games = (...results: string[]): BotResult[] =>
  results.map((result, at) => ({ table: `t${at}`, level: LEVELS[Number(result[0])] ?? "", won: result[1] === "w" }));

beforeEach(() => localStorage.clear());

test("a newcomer meets the weakest, and the next one after the first game", () => {
  expect(nextOpponent(LEVELS, [])).toBe("novice");
  expect(nextOpponent(LEVELS, games("0w"))).toBe("casual");
  expect(nextOpponent(LEVELS, games("0l"))).toBe("casual");
});

test("two of the last three won: somebody stronger; three lost in a row: somebody weaker", () => {
  expect(nextOpponent(LEVELS, games("1w"))).toBe("casual");
  expect(nextOpponent(LEVELS, games("1w", "1l", "1w"))).toBe("skilled");
  expect(nextOpponent(LEVELS, games("3l", "3l"))).toBe("expert");
  expect(nextOpponent(LEVELS, games("3l", "3l", "3l"))).toBe("skilled");
  expect(nextOpponent(LEVELS, games("1l", "1l", "1l"))).toBe("casual"); // never back to the very first
  expect(nextOpponent(LEVELS, games("4w", "4w"))).toBe("master");
  expect(nextOpponent(LEVELS, [{ table: "t", level: "gone", won: true }])).toBe("casual");
});

const info = (more: Partial<TableInfo> = {}): TableInfo => ({
  id: "table-1",
  phase: "over",
  seats: [
    { seat: 0, name: "Ann", who: "person" },
    { seat: 1, name: "Bodo", who: "bot", level: "casual" },
  ],
  options: {},
  mine: [0],
  owner: true,
  board: { id: "b", name: "b", width: 1, height: 1, regions: [] },
  ...more,
});
const over = picture(9, {
  result: [
    { seat: 0, coins: 50, tokens: 3, winner: true },
    { seat: 1, coins: 40, tokens: 3, winner: false },
  ],
});

test("a finished game alone against bots is remembered, once", () => {
  rememberResult(info(), picture(8));
  expect(botResults()).toEqual([]);
  rememberResult(info(), over);
  rememberResult(info(), over);
  expect(botResults()).toEqual([{ table: "table-1", level: "casual", won: true }]);
});

test("lessons, and games with other people, say nothing about how one fares", () => {
  rememberResult(info({ options: { start: "sw2~…" } }), over);
  rememberResult(
    info({
      seats: [
        { seat: 0, name: "Ann", who: "person" },
        { seat: 1, name: "Bob", who: "person" },
      ],
    }),
    over,
  );
  rememberResult(info({ mine: [] }), over);
  expect(botResults()).toEqual([]);
});
