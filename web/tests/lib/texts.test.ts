import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/wire";

const sources = import.meta.glob<string>(["../../src/**/*.{svelte,ts}", "!../../src/icons/generated.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** The keys of the tables [web.*]: enough of TOML for files that hold nothing but tables of strings. */
function keysOf(lang: string): Set<string> {
  const keys = new Set<string>();
  let table = "";
  const text = readFileSync(`../src/smallworld/server/texts/${lang}.toml`, "utf-8");
  for (const line of text.split("\n")) {
    const head = /^\[([\w.]+)\]/.exec(line);
    if (head) table = head[1] ?? "";
    const name = /^(\w+) = /.exec(line)?.[1];
    if (name && table.startsWith("web")) keys.add(`${table}.${name}`.replace(/^web\./, ""));
  }
  return keys;
}

test("every text that the pages ask for is there, and every text of the pages is asked for", () => {
  const source = Object.values(sources).join("\n");
  const asked = new Set([...source.matchAll(/"((?:common|pages|workshop)\.[\w.]+)"/g)].map((found) => found[1] as string));
  const begun = [...source.matchAll(/`((?:common|pages|workshop)\.[\w.]*)\$\{/g)].map((found) => found[1] as string);
  const known = keysOf("en");
  expect([...asked].filter((key) => !known.has(key))).toEqual([]);
  const mine = [...known].filter((key) => /^(pages|workshop)\./.test(key));
  expect(mine.length).toBeGreaterThan(100);
  expect(mine.filter((key) => !asked.has(key) && !begun.some((start) => key.startsWith(start)))).toEqual([]);
});

test("all languages have the same texts of the pages", () => {
  const mine = (lang: string): string[] => [...keysOf(lang)].filter((key) => /^(common|pages|workshop)\./.test(key)).sort();
  for (const lang of LANGUAGES) expect(mine(lang)).toEqual(mine("en"));
});
