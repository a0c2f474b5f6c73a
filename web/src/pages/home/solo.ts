/** Alone against a party: the next game of a series, and the game of the day. */

import type { Meta, ModuleChoice, NewTable, SeriesStep } from "../../wire";
import { api } from "../../lib/api";
import { lastOfSeries } from "../../lib/stored/score-rows";
import { scoreSheet } from "../../lib/stored/score-sheet.svelte";
import { saveStored, loadStored } from "../../lib/storage";
import { myName, openTable } from "../../lib/open-table";

/** The module that lets one person play, if there is one. */
export function soloModule(modules: readonly ModuleChoice[]): ModuleChoice | undefined {
  return modules.find((module) => module.party && (module.players ?? []).includes(1));
}

/** The packs of the usual series. */
export function soloPacks(meta: Meta): readonly string[] {
  const module = soloModule(meta.modules ?? []);
  return module ? [...(meta.worlds[0]?.packs ?? []), module.id] : [];
}

/** How the series of these packs goes on, by the sheet of this browser. */
export function nextInSeries(packs: readonly string[], players = 1): Promise<SeriesStep> {
  const last = lastOfSeries(scoreSheet.rows, packs, players);
  return api.series(packs, last?.tokens, last?.scores);
}

function me(): NewTable["seats"][number] {
  const name = myName();
  return name ? { who: "me", name } : { who: "me" };
}

export async function playSolo(packs: readonly string[], options: NewTable["options"] = {}): Promise<void> {
  const step = await nextInSeries(packs);
  await openTable({ seats: [me()], options: { ...options, packs: [...packs], options: step.options } });
}

// --- the game of the day -------------------------------------------------------------------------------

interface Try {
  day: string;
  table: string;
  key: string;
}

const TRIES = "daily";
const MOST = 60;

export function dailyTries(): readonly Try[] {
  const kept = loadStored<unknown>(TRIES, []);
  return Array.isArray(kept)
    ? (kept as Try[]).filter((one) => typeof one?.day === "string" && typeof one.table === "string" && typeof one.key === "string")
    : [];
}

/** The try of a day, begun or done. */
export function dailyTry(day: string): Try | undefined {
  return dailyTries().find((one) => one.day === day);
}

/** One try counts: a day that was begun goes on where it was. */
export async function playDaily(day: string): Promise<void> {
  await openTable({ seats: [me()], options: { day } }, ({ table, key }) =>
    saveStored(TRIES, [...dailyTries(), { day, table, key }].slice(-MOST)),
  );
}
