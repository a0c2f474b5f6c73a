import { beforeEach, expect, test, vi } from "vitest";
import { BrokenLink, fromLink, MOST_BYTES, MOST_LETTERS, toLink } from "../../src/lib/brewlink";
import { Brews, MOST } from "../../src/lib/brews.svelte";

const badgers = { id: "badgers", races: { badgers: { tokens: 5, effects: [{ word: "cheaper", amount: 1 }], name: "Dächse 🦡" } } };

async function faultOf(code: string): Promise<string> {
  const error: unknown = await fromLink(code).then(() => null, (thrown: unknown) => thrown);
  return error instanceof BrokenLink ? error.fault : "none";
}

test("a piece survives its link, and the link is safe behind the #", async () => {
  const code = await toLink(badgers);
  expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(code.length).toBeLessThan(JSON.stringify(badgers).length * 1.4);
  expect(await fromLink(code)).toEqual(badgers);
});

test("a link cut anywhere, or with a letter changed, is never taken for a piece", async () => {
  const code = await toLink(badgers);
  for (let length = 1; length < code.length; length++) expect(await faultOf(code.slice(0, length))).toBe("cut");
  for (let at = 1; at < code.length; at++) {
    const other = code[at] === "A" ? "B" : "A";
    const changed = code.slice(0, at) + other + code.slice(at + 1);
    const fault = await faultOf(changed);
    // The last letter may hold bits that mean nothing.
    if (fault === "none") expect(await fromLink(changed)).toEqual(badgers);
    else expect(fault).toBe("cut");
  }
  expect(await faultOf("")).toBe("foreign");
  expect(await faultOf("9" + code.slice(1))).toBe("foreign");
});

test("what is too big is refused both ways, however well it packs", async () => {
  const bomb = { text: "a".repeat(MOST_BYTES + 1) };
  await expect(toLink(bomb)).rejects.toMatchObject({ fault: "big" });
  const body = new Response(JSON.stringify({ text: "a".repeat(5_000_000) })).body as ReadableStream<BufferSource>;
  const bytes = await new Response(body.pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  const code = "1" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  expect(code.length).toBeLessThan(MOST_LETTERS);
  expect(await faultOf(code)).toBe("big");
  expect(await faultOf("1" + "A".repeat(MOST_LETTERS))).toBe("big");
});

beforeEach(() => localStorage.clear());

test("pieces are kept, changed, taken away and put back", () => {
  const shelf = new Brews();
  const one = shelf.add({ id: "one" });
  const two = shelf.add({ id: "two" });
  if (!one || !two) throw new Error("the shelf took nothing");
  shelf.change(one.id, { id: "uno" });
  expect(new Brews().all.map((brew) => brew.data.id)).toEqual(["two", "uno"]);
  const back = shelf.remove(two.id);
  expect(new Brews().all.length).toBe(1);
  back();
  back(); // twice does no harm
  expect(new Brews().all.map((brew) => brew.data.id)).toEqual(["two", "uno"]);
});

test("a full shelf and a piece without measure are refused, and nothing is lost", () => {
  const shelf = new Brews();
  expect(shelf.add({ text: "a".repeat(MOST_BYTES + 1) })).toBeNull();
  for (let n = 0; n < MOST; n++) expect(shelf.add({ n })).not.toBeNull();
  expect(shelf.add({ n: MOST })).toBeNull();
  expect(shelf.all.length).toBe(MOST);
});

test("a shelf that cannot be read is put aside, not written over", () => {
  for (const text of ["{ nonsense", '[{"id":"x"}]', "7"]) {
    localStorage.clear();
    localStorage.setItem("smallworld.brews", text);
    const shelf = new Brews();
    expect(shelf.all).toEqual([]);
    expect(localStorage.getItem(shelf.aside)).toBe(text);
    shelf.add({ id: "new" });
    expect(localStorage.getItem(shelf.aside)).toBe(text);
  }
});

test("where nothing can be stored, the pieces last as long as the page", () => {
  const shelf = new Brews();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  expect(shelf.add({ id: "one" })).not.toBeNull();
  expect(shelf.kept).toBe(false);
  expect(shelf.all.length).toBe(1);
  vi.restoreAllMocks();
});
