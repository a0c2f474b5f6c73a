import { expect, test } from "vitest";
import {
  valueAt,
  newPack,
  listAt,
  pathName,
  pieceName,
  piecesOf,
  withValue,
  withName,
  slug,
  textAt,
  followRenames,
} from "../../src/workshop/pack-data";

const pack = newPack("race", "Badgers", "en", { tokens: 5, supply: 10 });

test("values are put at paths, and nothing that was there is touched", () => {
  const first = withValue(pack, ["race", "badgers", "effects", 0], { kind: "cheaper", amount: 1 });
  const second = withValue(first, ["race", "badgers", "effects", 0, "where"], "hill");
  expect(valueAt(second, ["race", "badgers", "effects", 0])).toEqual({ kind: "cheaper", amount: 1, where: "hill" });
  expect(listAt(pack, ["race", "badgers", "effects"])).toEqual([]);
  expect(withValue(second, ["race", "badgers", "effects", 0, "where"], undefined)).toEqual(first);
  expect(listAt(withValue(first, ["race", "badgers", "effects", 0], undefined), ["race", "badgers", "effects"])).toEqual([]);
  expect(textAt(second, ["race", "nobody", "texts", "en", "name"])).toBe("");
});

test("a table that holds nothing any more goes with its last value", () => {
  const looks = withValue(pack, ["race", "badgers", "looks", "icon"], "bear-face");
  expect(withValue(looks, ["race", "badgers", "looks", "icon"], undefined)).toEqual(pack);
});

test("paths are named as the server names them", () => {
  expect(pathName(["race", "badgers", "effects", 0, "where"])).toBe("race.badgers.effects[0].where");
});

test("ids come from names, of whatever letters", () => {
  expect(slug("Große Dachse!")).toBe("grosse_dachse");
  expect(slug("  9 Éléphants ")).toBe("elephants");
  expect(slug("獾")).toBe("piece");
  expect(slug("a".repeat(99)).length).toBe(24);
});

test("the id follows the name it was made from, and no other", () => {
  const ref = { kind: "race", id: "badgers" };
  const one = withName(pack, ref, "en", "Moles");
  expect(piecesOf(one.data)).toEqual([{ kind: "race", id: "moles" }]);
  expect(one.data.id).toBe("my_moles");
  expect(valueAt(one.data, ["race", "moles", "tokens"])).toBe(5);
  const german = withName(one.data, one.ref, "de", "Maulwürfe");
  expect(german.ref).toEqual(one.ref);
  expect(pieceName(german.data, german.ref, "de")).toBe("Maulwürfe");
  expect(pieceName(german.data, german.ref, "fr")).toBe("Moles");
});

test("a name that another piece of the pack has takes nothing away from it", () => {
  const two = withValue(pack, ["power", "moles"], { tokens: 4 });
  const same = withName(two, { kind: "race", id: "badgers" }, "en", "Moles");
  expect(piecesOf(same.data).map(({ id }) => id)).toEqual(["badgers", "moles"]);
});

test("what speaks of a part follows its name, and goes with it", () => {
  const piece = {
    tokens: 5,
    effects: [
      { kind: "plants", marker: "hole" },
      { kind: "wall", name: "mud" },
    ],
    markers: [{ id: "hole" }],
    texts: { en: { name: "Moles", marker: { hole: { name: "Hole" }, mud: { name: "Mud" } } } },
    looks: { icon: "mole", marker: { hole: "mole" } },
  };
  const other = followRenames(piece, withValue(piece, ["markers", 0, "id"], "pit"));
  expect(other.effects).toEqual([
    { kind: "plants", marker: "pit" },
    { kind: "wall", name: "mud" },
  ]);
  expect(other.texts).toEqual({ en: { name: "Moles", marker: { pit: { name: "Hole" }, mud: { name: "Mud" } } } });
  expect(other.looks).toEqual({ icon: "mole", marker: { pit: "mole" } });
  const without = followRenames(piece, withValue(piece, ["markers", 0], undefined));
  expect(without.texts).toEqual({ en: { name: "Moles", marker: { mud: { name: "Mud" } } } });
  expect(without.looks).toEqual({ icon: "mole" });
  expect(followRenames(piece, withValue(piece, ["tokens"], 6))).toEqual({ ...piece, tokens: 6 });
});
