import { beforeEach, expect, test, vi } from "vitest";

const KEY = "k".repeat(20);

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

async function fresh(): Promise<(typeof import("../../src/lib/stored/my-tables.svelte"))["myTables"]> {
  return (await import("../../src/lib/stored/my-tables.svelte")).myTables;
}

function server(answer: (id: string) => Response): void {
  vi.stubGlobal("fetch", async (path: string) => answer(path.split("/").at(-1) ?? ""));
}

function info(phase: string, mine: number[]): Response {
  const seats = [
    { seat: 0, name: "Ann", who: "person" },
    { seat: 1, name: "", who: "bot", level: "Steady" },
  ];
  return new Response(JSON.stringify({ phase, seats, mine, owner: false }));
}

test("tables are kept, the latest first; spectators' links are not", async () => {
  const list = await fresh();
  server(() => info("playing", [0]));
  await list.visit("table-one", KEY);
  await list.visit("table-two", KEY);
  await list.visit("table-one", KEY);
  server(() => info("playing", []));
  await list.visit("table-three", KEY);
  expect(list.tables.map(({ table }) => table)).toEqual(["table-one", "table-two"]);
  expect(list.tables[0]?.names).toEqual(["Ann", "Steady"]);
  vi.resetModules();
  expect((await fresh()).tables.length).toBe(2);
});

test("a table that the server no longer knows is marked; one it cannot be asked about stays as it was", async () => {
  const list = await fresh();
  server(() => info("playing", [0]));
  await list.visit("gone-gone", KEY);
  await list.visit("over-over", KEY);
  await list.visit("busy-busy", KEY);
  server((id) => (id === "over-over" ? info("over", [0]) : new Response("{}", { status: id === "gone-gone" ? 404 : 503 })));
  await list.refresh();
  const phases = Object.fromEntries(list.tables.map(({ table, phase }) => [table, phase]));
  expect(phases).toEqual({ "gone-gone": "gone", "over-over": "over", "busy-busy": "playing" });
  list.forget("gone-gone");
  expect(list.tables.length).toBe(2);
});

test("nonsense in the storage is left out", async () => {
  localStorage.setItem("smallworld.tables", JSON.stringify([null, 3, { table: "x" }, { table: "a", key: "b", names: [] }]));
  expect((await fresh()).tables.length).toBe(1);
});
