import { beforeEach, expect, test, vi } from "vitest";
import { BrokenLink, pieceFromLink, MAX_PIECE_BYTES, MAX_LINK_LENGTH, pieceToLink } from "../../src/lib/piece-link";
import { MyPieces, MAX_PIECES } from "../../src/lib/stored/my-pieces.svelte";

const badgers = { id: "badgers", races: { badgers: { tokens: 5, effects: [{ word: "cheaper", amount: 1 }], name: "Dächse 🦡" } } };

async function faultOf(code: string): Promise<string> {
  const error: unknown = await pieceFromLink(code).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof BrokenLink ? error.fault : "none";
}

test("a piece survives its link, and the link is safe behind the #", async () => {
  const code = await pieceToLink(badgers);
  expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(code.length).toBeLessThan(JSON.stringify(badgers).length * 1.4);
  expect(await pieceFromLink(code)).toEqual(badgers);
});

test("a link cut anywhere, or with a letter changed, is never taken for a piece", async () => {
  const code = await pieceToLink(badgers);
  for (let length = 1; length < code.length; length++) expect(await faultOf(code.slice(0, length))).toBe("cut");
  for (let at = 1; at < code.length; at++) {
    const other = code[at] === "A" ? "B" : "A";
    const changed = code.slice(0, at) + other + code.slice(at + 1);
    const fault = await faultOf(changed);
    // The last letter may hold bits that mean nothing.
    if (fault === "none") expect(await pieceFromLink(changed)).toEqual(badgers);
    else expect(fault).toBe("cut");
  }
  expect(await faultOf("")).toBe("foreign");
  expect(await faultOf("9" + code.slice(1))).toBe("foreign");
});

test("what is too big is refused both ways, however well it packs", async () => {
  const bomb = { text: "a".repeat(MAX_PIECE_BYTES + 1) };
  await expect(pieceToLink(bomb)).rejects.toMatchObject({ fault: "big" });
  const body = new Response(JSON.stringify({ text: "a".repeat(5_000_000) })).body as ReadableStream<BufferSource>;
  const bytes = await new Response(body.pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  const code = "1" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  expect(code.length).toBeLessThan(MAX_LINK_LENGTH);
  expect(await faultOf(code)).toBe("big");
  expect(await faultOf("1" + "A".repeat(MAX_LINK_LENGTH))).toBe("big");
});

beforeEach(() => localStorage.clear());

test("pieces are kept, changed, taken away and put back", () => {
  const list = new MyPieces();
  const one = list.add({ id: "one" });
  const two = list.add({ id: "two" });
  if (!one || !two) throw new Error("the list took nothing");
  list.change(one.id, { id: "uno" });
  expect(new MyPieces().all.map((saved) => saved.data.id)).toEqual(["two", "uno"]);
  const back = list.remove(two.id);
  expect(new MyPieces().all.length).toBe(1);
  back();
  back(); // twice does no harm
  expect(new MyPieces().all.map((saved) => saved.data.id)).toEqual(["two", "uno"]);
});

test("a full list and a piece without measure are refused, and nothing is lost", () => {
  const list = new MyPieces();
  expect(list.add({ text: "a".repeat(MAX_PIECE_BYTES + 1) })).toBeNull();
  for (let n = 0; n < MAX_PIECES; n++) expect(list.add({ n })).not.toBeNull();
  expect(list.add({ n: MAX_PIECES })).toBeNull();
  expect(list.all.length).toBe(MAX_PIECES);
});

test("a list that cannot be read is put aside, not written over", () => {
  for (const text of ["{ nonsense", '[{"id":"x"}]', "7"]) {
    localStorage.clear();
    localStorage.setItem("smallworld.brews", text);
    const list = new MyPieces();
    expect(list.all).toEqual([]);
    expect(localStorage.getItem(list.damagedCopy)).toBe(text);
    list.add({ id: "new" });
    expect(localStorage.getItem(list.damagedCopy)).toBe(text);
  }
});

test("where nothing can be stored, the pieces last as long as the page", () => {
  const list = new MyPieces();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  expect(list.add({ id: "one" })).not.toBeNull();
  expect(list.isStored).toBe(false);
  expect(list.all.length).toBe(1);
  vi.restoreAllMocks();
});
