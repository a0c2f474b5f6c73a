/** A face as shapes: its parts in the order in which they lie on each other, its eyes, brows and mouth as it feels. */

import type { Face } from "../wire";
import { INK, mixed, type Feeling } from "./feelings";
import { BEARDS, COLLARS, EARS, HAIRS, HATS, HEADS, HEAD_DETAIL, HORNS, MARKS, NOSES, PROPS } from "./parts";

export interface Shape {
  readonly d: string;
  readonly fill: string;
  /** Width of the ink line around it; 0: none. */
  readonly line: number;
  readonly mirrored?: boolean;
}

const LINE = 2.6;
const THIN = 2;

type Palette = Readonly<Record<string, string>>;

export function drawFace(face: Face, feeling: Feeling = "calm"): readonly Shape[] {
  const palette = paletteOf(face, feeling === "old");
  const parts = [COLLARS[face.collar ?? "plain"], HORNS[face.horns ?? ""], EARS[face.ears ?? ""], HAIRS[face.hair ?? ""]];
  const worn = [MARKS[face.marks ?? ""], BEARDS[face.beard ?? ""], HATS[face.hat ?? ""], PROPS[face.prop ?? ""]];
  const [marks = "", beard = "", hat = "", prop = ""] = worn;
  const layer = (part: string | undefined, which: Layer): Shape[] => shapes(part ?? "", palette, which);
  const middle = (part: string | undefined): Shape[] => layer(part, "");
  const [collar, horns, ears, hair] = parts;
  return [
    ...[prop, horns, hat, hair, collar, ears, beard].flatMap((part) => layer(part, "<")),
    ...middle(collar),
    ...middle(ears),
    ...head(face, palette),
    ...middle(marks),
    ...eyes(face, feeling, palette),
    ...middle(beard),
    ...middle(NOSES[face.nose ?? ""]),
    ...mouth(face, feeling, palette),
    ...[marks, beard].flatMap((part) => layer(part, ">")),
    ...(feeling === "old" ? wrinkles() : []),
    ...middle(hair),
    ...brows(face, feeling, palette),
    ...middle(hat),
    ...(face.hat === "visor" ? eyes(face, feeling, palette) : []),
    ...middle(horns),
    ...layer(collar, ">"),
    ...middle(prop),
    ...layer(prop, ">"),
    ...(feeling === "hurt" ? [drop(palette)] : []),
  ];
}

type Layer = "<" | "" | ">";

/** The shapes of a part that lie in one layer. */
function shapes(part: string, palette: Palette, which: Layer): Shape[] {
  if (!part) return [];
  return part.split("|").flatMap((said) => {
    const [, flags = "", fill = "", path = ""] = /^([2<>!]*)([a-zA-Z-]) ?(.*)$/.exec(said) ?? [];
    const layer = flags.includes("<") ? "<" : flags.includes(">") ? ">" : "";
    if (layer !== which) return [];
    const line = fill === "-" ? THIN : flags.includes("!") ? 0 : LINE;
    const shape = { d: withCircles(path), fill: fill === "-" ? "none" : (palette[fill] ?? INK), line };
    return flags.includes("2") ? [shape, { ...shape, mirrored: true }] : [shape];
  });
}

const NUMBER = "(-?[\\d.]+)";
const CIRCLE = new RegExp(`O${NUMBER} ${NUMBER} ${NUMBER}(?: ${NUMBER})?`, "g");

function withCircles(path: string): string {
  return path.replace(CIRCLE, (_, x: string, y: string, rx: string, ry?: string) => ellipse(+x, +y, +rx, +(ry ?? rx)));
}

function ellipse(x: number, y: number, rx: number, ry = rx): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
}

// --- colours ---------------------------------------------------------------------------------------------

function paletteOf(face: Face, old: boolean): Palette {
  const aged = (colour: string, share: number): string => (old ? mixed(colour, "#a9a6a8", share) : colour);
  const skin = aged(face.skin, 0.62);
  const hair = old ? mixed(face.hair_color ?? INK, "#d9d7d6", 0.75) : (face.hair_color ?? "#4a3326");
  const cloth = aged(face.cloth ?? face.ground, 0.62);
  const trim = aged(face.trim ?? "#d8b24a", 0.6);
  const gold = aged("#f2c53d", 0.5);
  const shade = (colour: string): string => mixed(colour, INK, 0.24);
  return {
    ...{ s: skin, h: hair, c: cloth, t: trim, S: shade(skin), H: shade(hair), C: shade(cloth), T: shade(trim) },
    ...{ w: old ? "#e4e1de" : "#fbf6ea", k: INK, r: aged("#c8453b", 0.5), y: gold, Y: shade(gold) },
  };
}

// --- head ------------------------------------------------------------------------------------------------

function head(face: Face, palette: Palette): Shape[] {
  const drawn = HEADS[face.head];
  const skin = palette.s ?? INK;
  const detail = shapes(HEAD_DETAIL[face.head] ?? "", palette, "");
  if (drawn.startsWith("M")) return [{ d: drawn, fill: skin, line: LINE }, ...detail];
  const points = drawn.split(" ").map(Number);
  const right = pairs(points);
  const back = (scale: number): string =>
    "C" +
    [...right]
      .reverse()
      .slice(1)
      .map(([x, y]) => `${50 + (x - 50) * scale} ${y}`)
      .join(" ");
  const there = `M${right[0]?.join(" ")}C${right
    .slice(1)
    .map((point) => point.join(" "))
    .join(" ")}`;
  return [
    { d: `${there}${back(-1)}Z`, fill: skin, line: 0 },
    { d: `${there}${back(0.62)}Z`, fill: palette.S ?? INK, line: 0 },
    { d: `${there}${back(-1)}Z`, fill: "none", line: LINE },
    ...detail,
  ];
}

function pairs(points: readonly number[]): [number, number][] {
  return points.flatMap((x, at) => (at % 2 ? [] : [[x, points[at + 1] ?? 0] as [number, number]]));
}

// --- what feels ------------------------------------------------------------------------------------------

interface EyeStyle {
  rx: number;
  ry: number;
  pupil: number;
  dx?: number;
  y?: number;
}
export const EYES: Readonly<Record<Exclude<NonNullable<Face["eyes"]>, "">, EyeStyle>> = {
  round: { rx: 6.6, ry: 7.4, pupil: 3.4 },
  big: { rx: 8.6, ry: 9.4, pupil: 6.2, dx: 12 },
  dots: { rx: 0, ry: 0, pupil: 3.6 },
  almond: { rx: 7.6, ry: 5.2, pupil: 3.6 },
  sleepy: { rx: 7.4, ry: 7.4, pupil: 3.4 },
  close: { rx: 5.6, ry: 5.8, pupil: 2.6, dx: 8, y: 44 },
  slit: { rx: 7, ry: 7.4, pupil: 3.2, dx: 13 },
  hollow: { rx: 8.4, ry: 9, pupil: 3, dx: 12, y: 49 },
  ember: { rx: 6.8, ry: 5, pupil: 0 },
  cyclops: { rx: 14, ry: 14, pupil: 6.4, dx: 0, y: 46 },
  spider: { rx: 7, ry: 7.6, pupil: 4, y: 53 },
  goggles: { rx: 7.6, ry: 7.6, pupil: 3.4, dx: 12 },
  single: { rx: 7, ry: 6.4, pupil: 3.8 },
};

const LENSED: readonly string[] = ["goggles"];
const DARK: readonly string[] = ["hollow"];

function eyes(face: Face, feeling: Feeling, palette: Palette): Shape[] {
  const style = face.eyes ?? "";
  if (style === "") return [];
  const { rx, ry, pupil, dx = 11, y = 50 } = EYES[style];
  const drawn: Shape[] = [];
  if (style === "spider")
    for (const [x, up] of [
      [64, 40],
      [72, 46],
    ] as const)
      drawn.push(
        ...both({ d: ellipse(x, up, 3.2), fill: INK, line: 0 }),
        ...both({ d: ellipse(x - 0.9, up - 1, 1), fill: "#ffffff", line: 0 }),
      );
  const at = dx === 0 ? [50] : style === "single" ? [50 - dx] : [50 - dx, 50 + dx];
  at.forEach((x, number) => drawn.push(...eye(x, y, number === 0 && at.length > 1, face, feeling, palette, { rx, ry, pupil })));
  return drawn;
}

function eye(x: number, y: number, first: boolean, face: Face, feeling: Feeling, palette: Palette, size: EyeStyle): Shape[] {
  const style = face.eyes ?? "";
  const { rx, ry, pupil } = size;
  const wide = Math.max(rx, 5);
  if (DARK.includes(style)) return socket(x, y, feeling, palette, size);
  if (style === "ember") return glow(x, y, first, feeling, palette, size);
  const rim: Shape[] = LENSED.includes(style) ? [{ d: ellipse(x, y, rx + 3.4), fill: palette.t ?? INK, line: LINE }] : [];
  if (feeling === "triumphant" && !rim.length)
    return [{ d: `M${x - wide} ${y + 2}Q${x} ${y - ry * 0.5 - 7} ${x + wide} ${y + 2}`, fill: "none", line: 3.2 }];
  if (feeling === "hurt" && first && !rim.length)
    return [{ d: `M${x - 5} ${y - 5}L${x + 5} ${y}L${x - 5} ${y + 5}`, fill: "none", line: 3 }];
  const look = feeling === "eager" ? 1.18 : feeling === "hurt" ? 0.7 : 1;
  const shift = feeling === "old" ? 1.4 : feeling === "eager" ? -0.6 : 0;
  const iris = style === "big" || style === "almond" || style === "cyclops" || style === "single" ? palette.t : INK;
  const slit = style === "slit";
  const white = slit ? palette.t : style === "spider" ? palette.r : palette.w;
  const tall = feeling === "eager" || feeling === "hurt" ? ry * 1.1 : ry;
  const drawn: Shape[] = [...rim];
  if (rx)
    drawn.push({
      d:
        style === "almond"
          ? `M${x - rx} ${y + 1}Q${x} ${y - tall * 1.7} ${x + rx} ${y - (x > 50 ? 2 : -1)}Q${x} ${y + tall * 1.5} ${x - rx} ${y + (x > 50 ? 1 : -2)}Z`
          : ellipse(x, y, rx, tall),
      fill: white ?? "#ffffff",
      line: THIN,
    });
  const r = pupil * look;
  if (slit) drawn.push({ d: ellipse(x, y + shift, r * 0.5, ry * 0.78), fill: INK, line: 0 });
  else {
    drawn.push({ d: ellipse(x, y + shift, r), fill: iris ?? INK, line: iris === INK ? 0 : 1.2 });
    if (iris !== INK) drawn.push({ d: ellipse(x, y + shift, r * 0.55), fill: INK, line: 0 });
  }
  if (feeling !== "old" || !rx)
    drawn.push({ d: ellipse(x - r * 0.35, y + shift - r * 0.4, Math.max(1, r * 0.34)), fill: "#ffffff", line: 0 });
  if (rx && !rim.length && (feeling === "old" || style === "sleepy" || style === "close")) {
    const drop = feeling === "old" ? 0.1 : style === "close" ? -0.45 : -0.2;
    const lid = y + ry * drop;
    const half = rx * Math.sqrt(Math.max(0, 1 - drop * drop));
    drawn.push({ d: `M${x - half} ${lid}A${rx} ${ry} 0 0 1 ${x + half} ${lid}Z`, fill: palette.S ?? INK, line: THIN });
  }
  return drawn;
}

function socket(x: number, y: number, feeling: Feeling, palette: Palette, { rx, ry, pupil }: EyeStyle): Shape[] {
  const slant = x > 50 ? 1 : -1;
  const hole = `M${x - rx} ${y - 2 * slant}Q${x} ${y - ry * 1.9} ${x + rx} ${y + 2 * slant}Q${x} ${y + ry * 1.9} ${x - rx} ${y - 2 * slant}Z`;
  const light = palette.t ?? "#ffffff";
  const inside: Record<Feeling, Shape> = {
    calm: { d: ellipse(x, y + 1, pupil), fill: light, line: 0 },
    eager: { d: ellipse(x, y, pupil * 1.5), fill: light, line: 0 },
    triumphant: { d: `M${x - 5} ${y + 3}Q${x} ${y - 7} ${x + 5} ${y + 3}Q${x} ${y - 1} ${x - 5} ${y + 3}Z`, fill: light, line: 0 },
    hurt: { d: ellipse(x, y + 4, pupil * 0.7), fill: light, line: 0 },
    old: { d: ellipse(x, y + 3, pupil * 0.6), fill: "#8d8a8e", line: 0 },
  };
  return [{ d: hole, fill: INK, line: THIN }, inside[feeling]];
}

function glow(x: number, y: number, first: boolean, feeling: Feeling, palette: Palette, { rx, ry }: EyeStyle): Shape[] {
  const light = palette.t ?? "#ffffff";
  const side = x > 50 ? 1 : -1;
  if (feeling === "triumphant")
    return [{ d: `M${x - rx} ${y + 3}Q${x} ${y - 10} ${x + rx} ${y + 3}Q${x} ${y - 2} ${x - rx} ${y + 3}Z`, fill: light, line: 0 }];
  if (feeling === "hurt" && first)
    return [{ d: `M${x - 6} ${y - 4}L${x + 5} ${y + 1}L${x - 6} ${y + 5}L${x} ${y}Z`, fill: light, line: 0 }];
  const tall = feeling === "eager" ? ry * 1.4 : feeling === "old" ? ry * 0.5 : ry;
  return [
    {
      d: `M${x - rx} ${y - 2.5 * side}Q${x} ${y - tall * 1.2} ${x + rx} ${y + 2.5 * side * -1}Q${x + side} ${y + tall * 1.6} ${x - rx} ${y - 2.5 * side}Z`,
      fill: light,
      line: 0,
    },
    { d: ellipse(x, y, 1.8), fill: "#fffbe8", line: 0 },
  ];
}

function both(shape: Shape): Shape[] {
  return [shape, { ...shape, mirrored: true }];
}

export const BROWS = ["", "thin", "soft", "plain", "bushy", "angry"] as const satisfies readonly Face["brows"][];
export const TEETH = ["", "tusks", "fangs", "buck", "gap", "saw", "one"] as const satisfies readonly Face["teeth"][];

/** How far the brow's inner and outer end are lifted, by feeling. */
const LIFT: Readonly<Record<Feeling, readonly [number, number]>> = {
  calm: [0, 0],
  eager: [3, 4],
  triumphant: [4, 5],
  hurt: [5, -3],
  old: [1, -3],
};

function brows(face: Face, feeling: Feeling, palette: Palette): Shape[] {
  const style = face.brows ?? "";
  if (style === "" || face.eyes === "cyclops") return [];
  const [inner, outer] = LIFT[feeling];
  const base = face.eyes === "close" ? 36 : 40;
  const tilt = style === "angry" ? 3 : style === "soft" ? -1.5 : 0;
  const [from, to] = face.eyes === "close" ? [53, 65] : [54, 69];
  const yIn = base + tilt - inner;
  const yOut = base - tilt * 0.6 - outer;
  const hair = palette.h ?? INK;
  if (style === "soft" || style === "thin")
    return both({ d: `M${from} ${yIn}Q${(from + to) / 2} ${Math.min(yIn, yOut) - 3} ${to} ${yOut}`, fill: "none", line: THIN + 0.4 });
  const thick = style === "bushy" ? 6.5 : 4.5;
  return both({
    d: `M${from - 1} ${yIn + 2}Q${(from + to) / 2} ${Math.min(yIn, yOut) - thick + 1} ${to + 2} ${yOut + 1}Q${(from + to) / 2} ${Math.min(yIn, yOut) + thick * 0.5} ${from - 1} ${yIn + 2}Z`,
    fill: hair,
    line: THIN,
  });
}

export const MOUTHS: Readonly<Record<Exclude<NonNullable<Face["mouth"]>, "">, readonly [number, number, number]>> = {
  // half the width, how it bends, how far down
  smile: [9, 5, 69],
  smirk: [8, 3, 70],
  flat: [8, 0, 70],
  frown: [8, -4, 71],
  wide: [16, 6, 70],
  small: [4.5, 2.5, 70],
  grim: [13, -4, 73],
  grin: [13, 7, 68],
  low: [9, 2, 79],
  jaw: [13, 3, 70],
};

function mouth(face: Face, feeling: Feeling, palette: Palette): Shape[] {
  const style = face.mouth ?? "";
  if (style === "") return [];
  const [w, bend, y] = MOUTHS[style];
  const red = palette.r ?? INK;
  const drawn: Shape[] = [];
  const open = (half: number, deep: number, dip = 0): void => {
    drawn.push({
      d: `M${50 - half} ${y - 1}Q50 ${y + dip} ${50 + half} ${y - 1}Q${50 + half * 0.75} ${y + deep} 50 ${y + deep}Q${50 - half * 0.75} ${y + deep} ${50 - half} ${y - 1}Z`,
      fill: "#5e1f2b",
      line: THIN + 0.4,
    });
    drawn.push({
      d: `M${50 - half * 0.5} ${y + deep - 1.6}Q50 ${y + deep * 0.45} ${50 + half * 0.5} ${y + deep - 1.6}Q50 ${y + deep + 0.4} ${50 - half * 0.5} ${y + deep - 1.6}Z`,
      fill: red,
      line: 0,
    });
  };
  let half = w;
  if (style === "jaw") return teethRow(w, y, feeling, palette);
  if (feeling === "eager") open((half = Math.max(7, w * 0.95)), 8, 3);
  else if (feeling === "triumphant") open((half = Math.max(10, w * 1.1)), 12, 2);
  else if (feeling === "hurt")
    drawn.push({ d: `M${50 - w} ${y + 3}Q${50 - w * 0.5} ${y - 4} 50 ${y + 1}T${50 + w} ${y + 1}`, fill: "none", line: THIN + 0.6 });
  else if (feeling === "old") drawn.push({ d: `M${50 - w} ${y + 1}Q50 ${y - 2} ${50 + w} ${y + 1}`, fill: "none", line: THIN + 0.6 });
  else if (style === "grin") {
    drawn.push({
      d: `M${50 - w} ${y - 2}Q50 ${y + 4} ${50 + w} ${y - 2}Q50 ${y + 16} ${50 - w} ${y - 2}Z`,
      fill: palette.w ?? "#ffffff",
      line: THIN + 0.4,
    });
    drawn.push({ d: `M45 ${y + 1}V${y + 6}M50 ${y + 1.5}V${y + 7}M55 ${y + 1}V${y + 6}`, fill: "none", line: 1.4 });
  } else {
    const right = style === "smirk" ? y - 3 : y;
    drawn.push({ d: `M${50 - w} ${y}Q50 ${y + bend * 1.6} ${50 + w} ${right}`, fill: "none", line: THIN + 0.8 });
  }
  return [...drawn, ...teeth(face, half, y, bend, feeling, palette)];
}

/** The bare teeth of a skull: a row that opens. */
function teethRow(w: number, y: number, feeling: Feeling, palette: Palette): Shape[] {
  const gap = feeling === "triumphant" ? 7 : feeling === "eager" ? 4 : feeling === "hurt" ? 3 : 0;
  const bend = feeling === "hurt" || feeling === "old" ? -3 : feeling === "calm" ? 1 : 4;
  const row = (top: number): string =>
    `M${50 - w} ${top - bend * 0.4}Q50 ${top + bend} ${50 + w} ${top - bend * 0.4}V${top + 5 - bend * 0.4}Q50 ${top + 5 + bend} ${50 - w} ${top + 5 - bend * 0.4}Z`;
  const lines = (top: number): string => [-8, -4, 0, 4, 8].map((x) => `M${50 + x} ${top + bend * 0.3}v5`).join("");
  const white = palette.w ?? "#ffffff";
  const drawn: Shape[] = [];
  if (gap)
    drawn.push({
      d: row(y).replace(/V[\d.-]+Q50 [\d.-]+/, (said) => said.replace(/[\d.-]+/g, (n) => (n === "50" ? n : String(+n + gap + 4)))),
      fill: INK,
      line: 0,
    });
  for (const top of [y, y + 5 + gap]) drawn.push({ d: row(top), fill: white, line: THIN }, { d: lines(top), fill: "none", line: 1.4 });
  return drawn;
}

function teeth(face: Face, half: number, y: number, bend: number, feeling: Feeling, palette: Palette): Shape[] {
  const white = palette.w ?? "#ffffff";
  const open = feeling === "eager" || feeling === "triumphant";
  const corner = y + (open ? 1 : bend * 0.5);
  const bone = (d: string): Shape => ({ d, fill: white, line: THIN });
  switch (face.teeth ?? "") {
    case "tusks":
      return both(
        bone(
          `M${50 + half * 0.5} ${corner + 3}L${50 + half * 0.78} ${corner - 9}L${50 + half * 1.02} ${corner + 2}Q${50 + half * 0.8} ${corner + 5} ${50 + half * 0.5} ${corner + 3}Z`,
        ),
      );
    case "fangs":
      return both(
        bone(`M${50 + half * 0.35} ${y + bend * 0.5}L${50 + half * 0.55} ${y + bend * 0.5 + 7}L${50 + half * 0.75} ${y + bend * 0.4}Z`),
      );
    case "buck":
      return [
        bone(`M45 ${y + bend * 0.6}H55L54.5 ${y + bend * 0.6 + 7}H45.500Z`),
        { d: `M50 ${y + bend * 0.6}v7`, fill: "none", line: 1.6 },
      ];
    case "gap":
      return [bone(`M${50 - half * 0.6} ${y + bend * 0.6}h4.500v5h-4.500Z`), bone(`M${50 + half * 0.25} ${y + bend * 0.6}h4v6h-4Z`)];
    case "saw": {
      const count = 6;
      const step = (half * 1.7) / count;
      const points = `l${step / 2} 5l${step / 2} -5`.repeat(count);
      return [bone(`M${50 - half * 0.85} ${y + bend * 0.3}${points}Z`)];
    }
    case "one":
      return [bone(`M${50 + half * 0.3} ${corner + 3}L${50 + half * 0.55} ${corner - 7}L${50 + half * 0.8} ${corner + 3}Z`)];
    default:
      return [];
  }
}

/** Age: bags under the eyes, lines beside the mouth. */
function wrinkles(): Shape[] {
  return both({ d: "M57 60Q61 62.5 66 60.500M68 47L72 45M68 50L73 50", fill: "none", line: 1.3 });
}

/** A drop of sweat: it hurts. */
function drop(palette: Palette): Shape {
  return {
    d: "M82 26C86 33 88 36 88 39.500A6 6 0 0 1 76 39.500C76 36 78 33 82 26Z",
    fill: palette.w === "#fbf6ea" ? "#8fd3f0" : "#b8c4ca",
    line: THIN,
  };
}
