/** People among the tokens: the crown on the board, captives beside their captor. */

import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import LeaderSign from "../../src/board/LeaderSign.svelte";
import Captives from "../../src/table/top-bar/Captives.svelte";

const gruk = { kind: "marker", id: "leader", name: "Leader Gruk" };
const orcs = { kind: "race", id: "orcs", name: "Orcs" };

test("captives are named for everybody", () => {
  render(Captives, { captives: [{ person: gruk, race: orcs }] });
  expect(screen.getByTestId("captives").textContent).toContain("Leader Gruk (Orcs)");
});

test("whoever holds nobody shows nothing", () => {
  render(Captives, { captives: [] });
  expect(screen.queryByTestId("captives")).toBeNull();
});

test("a person without a picture wears his initials", () => {
  const { container } = render(LeaderSign, { thing: { ...gruk, id: "nobody_drew_him" }, radius: 10 });
  expect(container.querySelector("[data-person='nobody_drew_him'] text")?.textContent).toBeTruthy();
});
