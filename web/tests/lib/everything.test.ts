/** The file with everything, server addresses and tables in memory: what comes from outside is looked at closely. */

import { describe, expect, it } from "vitest";
import { MemoryJournal } from "../../src/lib/host/memory-journal";
import { serverAddress } from "../../src/lib/host/my-server";
import { FileError, FORMAT, KIND, readEverything } from "../../src/lib/stored/everything";

const EMPTY = {
  what: KIND,
  format: FORMAT,
  tables: [],
  scores: [],
  own: [],
  pieces: [],
  results: [],
  lessons: [],
  name: "",
  settings: null,
};
const reason = (data: unknown): string => {
  try {
    readEverything(typeof data === "string" ? data : JSON.stringify(data));
    return "";
  } catch (error) {
    return error instanceof FileError ? error.key : String(error);
  }
};

describe("a file with everything", () => {
  it("is read as it was written", () => {
    const row = { date: "2026-11-18", names: ["Ann"], packs: ["base"], board: "b", tokens: 0, races: [["a b"]], scores: [1], winners: [0] };
    const file = { ...EMPTY, tables: [{ table: "abcdefgh", file: {} }], scores: [row], pieces: [{ id: "x" }], own: ["Ann"] };
    expect(readEverything(JSON.stringify(file))).toMatchObject(file);
  });

  it("is refused when it is not one", () => {
    for (const bad of ["", "no", "null", "[]", "7", { ...EMPTY, what: "smallworld scores" }, { ...EMPTY, format: "1" }]) {
      expect(reason(bad)).toBe("foreign");
    }
    expect(reason({ ...EMPTY, format: FORMAT + 1 })).toBe("newer");
  });

  it("is refused whole when a part of it is wrong or too much", () => {
    for (const part of [
      { tables: {} },
      { tables: [7] },
      { tables: [{ table: 5, file: {} }] },
      { tables: Array.from({ length: 300 }, () => ({ table: "abcdefgh", file: {} })) },
      { scores: [{}] },
      { scores: Array.from({ length: 3000 }, () => null) },
      { pieces: ["text"] },
      { own: "Ann" },
      { lessons: null },
    ]) {
      expect(reason({ ...EMPTY, ...part })).toBe("foreign");
    }
  });
});

describe("the address of a server", () => {
  it("is protected, or on this machine, and holds no secrets", () => {
    expect(serverAddress(" https://play.example.org ")).toBe("https://play.example.org/");
    expect(serverAddress("https://example.org/games?x=1#/t/abc")).toBe("https://example.org/games/");
    expect(serverAddress("http://localhost:8377")).toBe("http://localhost:8377/");
    for (const bad of ["", "play.example.org", "http://example.org", "javascript:alert(1)", "https://a:b@example.org", "https://"]) {
      expect(serverAddress(bad)).toBe("");
    }
  });
});

describe("tables where the browser keeps nothing", () => {
  const journal = new MemoryJournal();
  const call = async (name: string, ...args: unknown[]): Promise<unknown> => JSON.parse(await journal.call(name, JSON.stringify(args)));

  it("answers as the storage does", async () => {
    const entry = (version: number) => ({ table: "t", version, at: 1, kind: "moved", body: {} });
    await call("create", { id: "t", header: {}, touched: 0, due: null }, [entry(1)]);
    expect(await call("append", entry(2))).toBe(true);
    expect(await call("append", entry(2))).toBe(false);
    expect(await call("entries", "t", 1)).toEqual([entry(2)]);
    expect(await call("versions", ["t", "u"])).toEqual({ t: 2, u: 0 });
    await call("keep", [{ table: "t", body: { version: 2 } }]);
    expect(await call("snapshot", "t")).toEqual({ table: "t", body: { version: 2 } });
    expect(await call("beat", 1)).toBe(null);
    expect(await call("remove", "t")).toBe(true);
    expect(await call("table", "t")).toBe(null);
  });
});
