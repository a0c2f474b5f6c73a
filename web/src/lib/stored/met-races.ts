/** Races that this browser has seen at a table: each is introduced once. */

import { loadStored, saveStored } from "../storage";

const NAME = "met";
const MOST = 300;

/** Whether this race is new here; from now on it is not. */
export function meets(id: string): boolean {
  const met = loadStored<unknown>(NAME, []);
  const known = Array.isArray(met) ? met.filter((one): one is string => typeof one === "string") : [];
  if (known.includes(id)) return false;
  saveStored(NAME, [...known, id].slice(-MOST));
  return true;
}
