import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { ScoreRow } from "../../src/lib/stored/score-rows";
import GamesTable from "../../src/pages/scores/GamesTable.svelte";

const ROW: ScoreRow = {
  date: "2026-01-02",
  names: ["Ann"],
  packs: ["base"],
  board: "base_2p",
  tokens: 12,
  races: [["flying orcs"]],
  scores: [70, 81],
  winners: [1],
  record: "",
  daily: "",
};

function cells(party: boolean, row: ScoreRow): string[] {
  render(GamesTable, { title: "Games", party, rows: [row], combo: (id: string) => id, worldName: () => "" });
  const table = screen.getByTestId(party ? "crusades" : "others");
  expect(table.querySelectorAll("thead tr > *")).toHaveLength(table.querySelectorAll("tbody td").length);
  return [...table.querySelectorAll("tbody .number .score")].map(
    (cell) => `${cell.textContent?.trim().split(" ")[0]} ${cell.getAttribute("data-won")}`,
  );
}

test("a party has its own column", () => {
  expect(cells(true, ROW)).toEqual(["70 false", "81 true"]);
  expect(screen.getByText("12")).toBeTruthy();
});

test("without a party everybody's score is in one column", () => {
  expect(cells(false, { ...ROW, names: ["Ann", "Bob"], races: [[], []] })).toEqual(["70 false", "81 true"]);
  expect(screen.queryByText("12")).toBeNull();
});
