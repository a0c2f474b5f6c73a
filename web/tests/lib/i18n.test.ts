import { afterEach, expect, test, vi } from "vitest";
import {
  chooseLanguage,
  fillText,
  labelled,
  numberChange,
  parted,
  percent,
  percentChange,
  loadLanguage,
  currentLang,
  t,
  setTexts,
} from "../../src/lib/i18n.svelte";
import { settings } from "../../src/lib/settings.svelte";

afterEach(() => vi.unstubAllGlobals());

test("facts are filled in, words chosen by number", () => {
  expect(fillText("{who} has {n} {n:coin|coins}", { who: "Ann", n: 1 }, "en")).toBe("Ann has 1 coin");
  expect(fillText("{who} has {n} {n:coin|coins}", { who: "Ann", n: 0 }, "en")).toBe("Ann has 0 coins");
  expect(fillText("{n} {n:pièce|pièces}", { n: 0 }, "fr")).toBe("0 pièce");
  expect(fillText("{n} {n:pièce|pièces}", { n: 2 }, "fr")).toBe("2 pièces");
  expect(fillText("{n:|s}|", { n: 2 }, "en")).toBe("s|");
});

test("what looks like a placeholder inside a fact stays as it is", () => {
  expect(fillText("{a} {b}", { a: "{b}", b: "x" }, "en")).toBe("{b} x");
  expect(fillText("{{a}} {missing}", {}, "en")).toBe("{a} {missing}");
});

test("a name that is written from right to left stands apart", () => {
  expect(fillText("{race}: {n}", { race: "הדובים", n: 3 }, "en")).toBe("\u2068הדובים\u2069: 3");
  expect(fillText("{race}: {n}", { race: "Медведи", n: 3 }, "en")).toBe("Медведи: 3");
});

test("an unknown key shows itself", () => {
  expect(t("no.such.key")).toBe("no.such.key");
});

test("a language is fetched once, and the page says which it speaks", async () => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ "common.yes": "Ja" })));
  vi.stubGlobal("fetch", fetched);
  await chooseLanguage("de");
  await chooseLanguage("de");
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledWith("api/texts/de", undefined);
  expect(t("common.yes")).toBe("Ja");
  expect(settings.lang).toBe("de");
  expect(document.documentElement.lang).toBe("de");
  expect(percent(0.333)).toMatch(/^33\s%$/);
});

test("a language that cannot be fetched changes nothing", async () => {
  setTexts("es", { "common.yes": "Sí" });
  await chooseLanguage("es");
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await expect(chooseLanguage("nl")).rejects.toThrow();
  expect([t("common.yes"), currentLang(), settings.lang]).toEqual(["Sí", "es", "es"]);
});

test("the last choice wins, whatever order the texts arrive in", async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((done) => (release = done));
  vi.stubGlobal("fetch", async () => {
    await slow;
    return new Response(JSON.stringify({ "common.yes": "Oui" }));
  });
  setTexts("en", { "common.yes": "Yes" });
  const first = loadLanguage("fr");
  await loadLanguage("en");
  release();
  await first;
  expect(t("common.yes")).toBe("Yes");
});

test("a difference has one kind of sign, and nothing is not less than nothing", () => {
  expect([0.041, -0.013, -0.001, 0].map(percentChange).map((text) => text.replace(/\s/gu, ""))).toEqual(["+4%", "−1%", "0%", "0%"]);
  expect([1, -0.3, -0.01].map(numberChange).map((text) => text.replace(",", "."))).toEqual(["+1", "−0.3", "0"]);
});

test("labels and parts are set as the language sets them", async () => {
  setTexts("fr", {});
  setTexts("de", {});
  await loadLanguage("fr");
  expect(labelled("Coût", "3")).toBe("Coût\u202f: 3");
  expect(parted(["a", "b"])).toBe("a\u202f; b");
  await loadLanguage("de");
  expect(labelled("Kosten", "3")).toBe("Kosten: 3");
});
