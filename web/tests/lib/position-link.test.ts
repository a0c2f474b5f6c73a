import { expect, test } from "vitest";
import { links, parseRoute } from "../../src/lib/router.svelte";

const POSITION = "sw2~base_2p.2.10~base.1~all~all~~9.B.pick.~pick.B.~62.-48.~wizards.A.pillaging.0.2x1";

test("a position is a link, and the link leads to it", () => {
  expect(parseRoute(links.position(POSITION))).toEqual({ page: "replay", table: "", key: "", position: POSITION });
});

test("a broken position is no page", () => {
  for (const bad of ["#/position/", "#/position/hello", "#/position/sw2~<script>", `#/position/sw2~${"x".repeat(25_000)}`]) {
    expect(parseRoute(bad)).toEqual({ page: "lost", broken: true });
  }
});
