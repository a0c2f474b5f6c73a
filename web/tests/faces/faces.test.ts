import { render } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import FaceDrawing from "../../src/faces/Face.svelte";
import { drawFace } from "../../src/faces/draw-face";
import { FEELINGS } from "../../src/faces/feelings";
import { generatedFace } from "../../src/faces/generated-face";
import { faceOf, leaderFace } from "../../src/faces/faces";
import { BEARDS, COLLARS, EARS, HAIRS, HATS, HEADS, HORNS, MARKS, NOSES, PROPS } from "../../src/faces/parts";
import { looks } from "../../src/lib/looks.svelte";
import type { Face } from "../../src/wire";

const plain: Face = { head: "round", skin: "#aa8866", ground: "#223344", eyes: "round", mouth: "smile", brows: "plain" };

describe("a face", () => {
  beforeEach(() => looks.add({ faces: { "race.owls": plain } }));

  it("is an ornament beside a name, and a picture with a title where none stands", () => {
    const { container, rerender } = render(FaceDrawing, { face: plain });
    const svg = container.querySelector("svg");
    expect(svg?.getAttribute("aria-hidden")).toBe("true");
    void rerender({ face: plain, title: "Owls" });
    return Promise.resolve().then(() => {
      expect(svg?.getAttribute("role")).toBe("img");
      expect(svg?.getAttribute("aria-label")).toBe("Owls");
    });
  });

  it("looks different in every feeling", () => {
    const drawn = FEELINGS.map((feeling) => JSON.stringify(drawFace(plain, feeling)));
    expect(new Set(drawn).size).toBe(FEELINGS.length);
  });

  it("loses its colour with age", () => {
    expect(drawFace(plain, "old").some(({ fill }) => fill === plain.skin)).toBe(false);
    expect(drawFace(plain).some(({ fill }) => fill === plain.skin)).toBe(true);
  });

  it("is drawn with any part: only numbers and letters of a path", () => {
    const kit = {
      head: HEADS,
      ears: EARS,
      nose: NOSES,
      hair: HAIRS,
      beard: BEARDS,
      horns: HORNS,
      hat: HATS,
      collar: COLLARS,
      marks: MARKS,
    };
    for (const [part, names] of Object.entries({ ...kit, prop: PROPS }))
      for (const [name, said] of Object.entries(names)) {
        const drawn = drawFace({ ...plain, [part]: name });
        for (const { d, fill } of drawn) {
          expect(d, name).toMatch(/^M[-MLHVCSQTAZhvlcsa0-9., ]+$/);
          expect(d, name).not.toContain("NaN");
          expect(fill).toMatch(/^(none|#[0-9a-f]{6})$/);
        }
        if (said && part !== "head" && part !== "collar") expect(drawn.length, name).toBeGreaterThan(drawFace(plain).length);
      }
  });

  it("is made from the id where nobody drew one, always the same", () => {
    expect(faceOf("race", "nobody")).toEqual(faceOf("race", "nobody"));
    expect(faceOf("race", "nobody")).toEqual(generatedFace("nobody"));
    const ids = Array.from({ length: 40 }, (_, at) => `people_${at}`);
    expect(new Set(ids.map((id) => JSON.stringify(generatedFace(id)))).size).toBe(ids.length);
  });

  it("of a leader has a crown", () => {
    expect(faceOf("race", "owls")).toEqual(plain);
    expect(leaderFace("owls")).toEqual({ ...plain, hat: "crown" });
  });
});
