import { expect, test } from "vitest";
import { links, parseRoute, router, absoluteUrl } from "../../src/lib/router.svelte";

const KEY = "k".repeat(22);

test("every page has an address, and back", () => {
  expect(parseRoute("")).toEqual({ page: "home" });
  expect(parseRoute("#/")).toEqual({ page: "home" });
  expect(parseRoute(links.new)).toEqual({ page: "new" });
  expect(parseRoute(links.about)).toEqual({ page: "about" });
  expect(parseRoute(links.table("abcdefgh", KEY))).toEqual({ page: "table", table: "abcdefgh", key: KEY });
  expect(parseRoute(links.join("abcdefgh", KEY))).toEqual({ page: "join", table: "abcdefgh", key: KEY });
  expect(parseRoute(links.replay())).toEqual({ page: "replay", table: "", key: "" });
  expect(parseRoute(links.replay("abcdefgh", KEY))).toEqual({ page: "replay", table: "abcdefgh", key: KEY });
  expect(parseRoute(links.workshop())).toEqual({ page: "workshop", piece: "" });
  expect(parseRoute(links.workshop("1eJx_-A"))).toEqual({ page: "workshop", piece: "1eJx_-A" });
  expect(parseRoute(links.library())).toEqual({ page: "library", kind: "", id: "" });
  expect(parseRoute(links.library("race", "orcs"))).toEqual({ page: "library", kind: "race", id: "orcs" });
});

test("a link that was cut or mistyped is known as such", () => {
  for (const hash of [
    "#/t/abcdefgh",
    "#/t/abcdefgh/short",
    `#/j/a b/${KEY}`,
    `#/t/abcdefgh/${KEY}/more`,
    "#/workshop/a b",
    "#/workshop/1a/b",
  ]) {
    expect(parseRoute(hash)).toEqual({ page: "lost", broken: true });
  }
  for (const hash of ["#/nowhere", "#/about/x", "#/library/<b>", "#//x", "#/new/1"]) {
    expect(parseRoute(hash)).toEqual({ page: "lost", broken: false });
  }
});

test("going somewhere changes the page", async () => {
  router.go(links.about);
  await new Promise((done) => addEventListener("hashchange", done, { once: true }));
  expect(router.route).toEqual({ page: "about" });
  router.go(links.new, true);
  expect(router.route).toEqual({ page: "new" });
  expect(location.hash).toBe("#/new");
});

test("a whole link keeps the address of the server", () => {
  expect(absoluteUrl(links.join("abcdefgh", KEY))).toBe(`${location.origin}/#/j/abcdefgh/${KEY}`);
});
