/**
 * The land as one picture: ground, shores, woods and peaks, frame and compass, from the board and its looks alone.
 * Nothing in it changes in a game, so it is made once for each board and theme and kept; moves never touch it.
 */

import { steadyHue } from "../../lib/looks.svelte";
import { centreOf } from "../geometry";
import type { Board, Colours, Shape, TerrainLook } from "../../wire";
import { familyOf, type Drawing, type Stroke } from "./terrain-drawings";
import { bed, compass, compassSpot, frame, type Sheet } from "./frame-and-compass";
import { torn } from "./rough-edge";
import { landmarks, type Stands } from "./landmarks";
import { scatter } from "./scatter";
import { hsl, mix } from "./colours";

/** Room around the board for its frame, in board units. */
export const MARGIN = 16;

interface Tones {
  fill: string;
  body: string;
  shade: string;
  light: string;
  line: string;
  shine: string;
}

const kept = new Map<string, string>();

/** The picture of a board, by day or by night: SVG source. The looks count too, for packs may change them. */
export function drawLand(board: Board, dark: boolean): string {
  const key = `${dark} ${board.width} ${board.regions.map((shape) => shape.path.length + shape.terrain.id).join()} ${JSON.stringify(board.looks)} ${board.id}`;
  let made = kept.get(key);
  if (made === undefined) {
    if (kept.size > 11) kept.clear();
    kept.set(key, (made = draw(board, dark)));
  }
  return made;
}

function lookOf(board: Board, terrain: string): TerrainLook {
  const known = board.looks?.terrains?.[terrain];
  if (known) return known;
  const hue = steadyHue(terrain);
  return { pattern: "", fill: { light: hsl(hue, 0.32, 0.74), dark: hsl(hue, 0.26, 0.32) } };
}

const pick = (pair: Colours | null | undefined, dark: boolean): string | undefined => (pair ? (dark ? pair.dark : pair.light) : undefined);

/** By day ink on paper; by night moonlight on dark ground, with lines that are paler than what they bound. */
function tones(look: TerrainLook, dark: boolean): Tones {
  const fill = pick(look.fill, dark) ?? "#999999";
  const ink = pick(look.ink, dark) ?? (dark ? "#070b12" : "#43351f");
  const shine = pick(look.glow, dark) ?? (dark ? "#ffe9a8" : "#fff6cf");
  if (!dark) {
    return {
      fill,
      body: mix(fill, "#fffaf0", 0.3),
      shade: mix(fill, ink, 0.38),
      light: mix(fill, "#ffffff", 0.72),
      line: mix(fill, ink, 0.78),
      shine,
    };
  }
  return {
    fill,
    body: mix(fill, "#dfe8f5", 0.1),
    shade: mix(fill, "#04070d", 0.42),
    light: mix(fill, "#e6eefb", 0.42),
    line: look.ink ? mix(fill, ink, 0.55) : mix(fill, "#05080d", 0.78),
    shine,
  };
}

function strokeOf([kind, path]: Stroke, glyph: Drawing, tone: Tones): string {
  switch (kind) {
    case "b":
      return `<path d="${path}" fill="${tone.body}" stroke="${tone.line}"/>`;
    case "s":
      return `<path d="${path}" fill="${tone.shade}" fill-opacity=".75"/>`;
    case "l":
      return `<path d="${path}" fill="${tone.light}"/>`;
    case "w":
      return `<path d="${path}" fill="${tone.shade}" fill-opacity=".3"/>`;
    case "p":
      return `<path d="${path}" fill="${mix(tone.fill, tone.light, 0.5)}"/>`;
    case "t":
      return `<path d="${path}" fill="none" stroke="${tone.line}" stroke-width=".8" stroke-opacity=".7"/>`;
    case "g":
      return `<path d="${path}" fill="${tone.shine}" stroke="${tone.line}" stroke-width=".6"/>`;
    case "o": {
      const size = glyph.width / 512;
      return `<path d="${path}" transform="translate(${-glyph.width / 2} ${-glyph.height}) scale(${size})" fill="${tone.shade}" stroke="none"/>`;
    }
    default:
      return `<path d="${path}" fill="none" stroke="${tone.line}"/>`;
  }
}

const round = (number: number): string => number.toFixed(1).replace(/\.0$/u, "");

function draw(board: Board, dark: boolean): string {
  const ink = dark ? "#05090f" : "#3a3024";
  const sheet: Sheet = { board, dark, ink, margin: MARGIN };
  const shapes = new Map(board.regions.map((shape) => [shape.id, shape]));
  const looks = new Map(board.regions.map((shape) => [shape.id, lookOf(board, shape.terrain.id)]));
  const tonesOf = new Map([...new Set(board.regions.map((shape) => shape.terrain.id))].map((id) => [id, tones(lookOf(board, id), dark)]));
  const rose = compassSpot(board, (shape) => looks.get(shape.id)?.shore === true);
  const marks = landmarks(board, new Set([...looks].filter(([, look]) => look.joined).map(([id]) => id)), rose ? [rose] : []);
  const defs = new Map<string, string>();
  const ids = new Map<string, string>();
  const parts: string[] = [];

  for (const shape of board.regions) {
    const look = looks.get(shape.id);
    const tone = tonesOf.get(shape.terrain.id);
    if (!look || !tone) continue;
    const clip = `c${shape.id}`;
    defs.set(clip, `<clipPath id="${clip}"><path d="${shape.path}"/></clipPath>`);
    parts.push(look.deep ? hole(shape, tone, dark) : `<path d="${shape.path}" fill="${tone.fill}"/>`);
    const inside: string[] = [];
    if (look.shore && !look.joined) inside.push(shore(shape, shapes, looks, tone, dark));
    if (!look.deep) inside.push(`<path d="${shape.path}" fill="url(#relief)"/>`);
    if (!look.shore && !look.deep)
      inside.push(`<path d="${shape.path}" fill="none" stroke="${tone.shade}" stroke-width="13" stroke-opacity=".3"/>`);
    inside.push(...embers(board, shape, dark));
    parts.push(`<g clip-path="url(#${clip})">${inside.join("")}</g>`);
  }
  parts.push(...flows(board, shapes, tonesOf, looks, ink, defs));
  for (const shape of board.regions) {
    const look = looks.get(shape.id);
    const tone = tonesOf.get(shape.terrain.id);
    if (!look || !tone || (look.joined && board.flows?.length)) continue;
    const taken = [...(rose ? [rose] : []), ...marks.filter((mark) => mark.near.has(shape.id)).map((mark) => mark.taken)];
    const strength = look.deep ? 0.8 : look.shore ? 0.55 : 1;
    const stands = scatter(shape, familyOf(look.pattern), taken).map(({ glyph, x, y, scale, turn }) => {
      const key = `${shape.terrain.id}/${glyph.strokes[0]?.[1]}`;
      let id = ids.get(key);
      if (!id) {
        ids.set(key, (id = `g${ids.size}`));
        defs.set(id, `<g id="${id}">${glyph.strokes.map((stroke) => strokeOf(stroke, glyph, tone)).join("")}</g>`);
      }
      const turned = turn ? ` rotate(${Math.round(turn)})` : "";
      return `<use href="#${id}" transform="translate(${round(x)} ${round(y)})${turned} scale(${scale.toFixed(2)})"/>`;
    });
    parts.push(`<g opacity="${strength}">${stands.join("")}</g>`);
  }
  const outlines = board.regions
    .filter((shape) => !looks.get(shape.id)?.joined)
    .map((shape) => shape.path)
    .join("");
  const [width, height] = [board.width + 2 * MARGIN, board.height + 2 * MARGIN];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" width="${width}" height="${height}" stroke-linejoin="round" stroke-linecap="round" stroke-width="1.1">` +
    `<defs>${RELIEF(dark)}${[...defs.values()].join("")}</defs>` +
    bed(sheet) +
    parts.join("") +
    `<path d="${outlines}" fill="none" stroke="${dark ? "#dbe6f7" : "#fffdf4"}" stroke-opacity="${dark ? 0.1 : 0.4}" stroke-width="5"/>` +
    `<path d="${outlines}" fill="none" stroke="${ink}" stroke-width="2.2"/>` +
    (rose ? compass(rose, sheet) : "") +
    `<g stroke-width="1.3">${marks.map((mark) => landmark(mark, dark)).join("")}</g>` +
    frame(sheet) +
    `</svg>`
  );
}

/** What a pack has drawn for a symbol, in colours of its own. */
function landmark({ look, x, y, mirrored }: Stands, dark: boolean): string {
  const tone = tones({ pattern: "", fill: look.fill, ink: look.ink ?? null, glow: look.glow ?? null }, dark);
  const glyph = { width: look.width, height: look.height, strokes: look.strokes as unknown as readonly Stroke[] };
  const strokes = glyph.strokes.map((stroke) => strokeOf(stroke, glyph, tone)).join("");
  return `<g transform="translate(${round(x)} ${round(y)})${mirrored ? " scale(-1 1)" : ""}">${strokes}</g>`;
}

/** Light falls from the upper left. */
const RELIEF = (dark: boolean): string =>
  `<linearGradient id="relief" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="${dark ? 0.1 : 0.32}"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a1206" stop-opacity="${dark ? 0.3 : 0.13}"/></linearGradient>`;

/** Where water meets land: shallows that grow lighter towards the shore, waterlines, and the shadow of the coast. */
function shore(
  shape: Shape,
  shapes: ReadonlyMap<number, Shape>,
  looks: ReadonlyMap<number, TerrainLook>,
  tone: Tones,
  dark: boolean,
): string {
  const coast = shape.neighbours
    .filter((id) => !looks.get(id)?.shore)
    .flatMap((id) => shapes.get(id)?.path ?? [])
    .join("");
  const deep = mix(tone.fill, dark ? "#02060d" : "#1f4f72", dark ? 0.35 : 0.16);
  const band = (width: number, colour: string, opacity = 1): string =>
    `<path d="${coast}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;
  const steps = [
    [64, 0.25],
    [44, 0.5],
    [26, 0.8],
  ] as const;
  const foam = dark ? mix(tone.fill, "#cfe4ff", 0.35) : "#ffffff";
  const shallow = mix(tone.fill, foam, dark ? 0.18 : 0.35);
  return (
    `<path d="${shape.path}" fill="${deep}"/>` +
    steps.map(([width, part]) => band(width + 2.4, foam, dark ? 0.35 : 0.6) + band(width, mix(deep, shallow, part))).join("") +
    band(9, mix(shallow, foam, 0.5)) +
    `<g transform="translate(1.5 3)">${band(7, "#0d1a26", dark ? 0.4 : 0.22)}</g>`
  );
}

/** The ground breaks away, ragged and in steps. */
function hole(shape: Shape, tone: Tones, dark: boolean): string {
  const middle = centreOf(shape);
  const rim = mix(tone.fill, dark ? "#7d6a60" : "#b9a894", 0.55);
  const step = (least: number, most: number, colour: string): string =>
    `<path d="${torn(shape.path, middle, least, most)}" fill="${colour}" stroke="${mix(colour, "#000000", 0.4)}" stroke-width="1.4"/>`;
  return (
    `<path d="${shape.path}" fill="${rim}"/>` +
    step(2, 11, mix(rim, tone.fill, 0.45)) +
    step(7, 22, mix(rim, tone.fill, 0.8)) +
    step(14, 34, tone.fill) +
    step(26, 52, mix(tone.fill, "#000000", 0.45))
  );
}

/** What glows in a region lights its ground. */
function embers(board: Board, shape: Shape, dark: boolean): string[] {
  const { x, y } = centreOf(shape);
  return shape.symbols.flatMap((symbol) => {
    const glow = pick(board.looks?.glows?.[`symbol.${symbol.id}`], dark);
    if (!glow) return [];
    const id = `e${shape.id}`;
    return [
      `<radialGradient id="${id}"><stop offset="0" stop-color="${glow}" stop-opacity=".9"/><stop offset=".45" stop-color="${glow}" stop-opacity=".38"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient>` +
        `<circle cx="${x}" cy="${y}" r="${shape.room * 1.3}" fill="url(#${id})"/>`,
    ];
  });
}

/** Regions that run into each other: one bank around all of them, faint seams inside, and a current to follow. */
function flows(
  board: Board,
  shapes: ReadonlyMap<number, Shape>,
  tonesOf: ReadonlyMap<string, Tones>,
  looks: ReadonlyMap<number, TerrainLook>,
  ink: string,
  defs: Map<string, string>,
): string[] {
  return (board.flows ?? []).map((flow, index) => {
    const parts = flow.regions.flatMap((id) => shapes.get(id) ?? []);
    const tone = tonesOf.get(flow.terrain);
    const shine = tone?.shine ?? "#ffffff";
    // The outlines of whatever lies beside it are its banks: at the edge of the board it has none, and runs out.
    const beside = new Set(parts.flatMap((shape) => shape.neighbours).filter((id) => looks.get(id)?.joined !== true));
    const banks = [...beside].flatMap((id) => shapes.get(id)?.path ?? []).join("");
    const all = parts.map((part) => part.path).join("");
    defs.set(`f${index}`, `<clipPath id="f${index}"><path d="${all}"/></clipPath>`);
    const line = (path: string, colour: string, width: number, opacity: number, dashes = ""): string =>
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"${dashes && ` stroke-dasharray="${dashes}"`}/>`;
    return (
      `<g clip-path="url(#f${index})">` +
      line(banks, "#000000", 46, 0.12) +
      line(banks, shine, 30, 0.16) +
      line(banks, shine, 13, 0.3) +
      line(banks, shine, 7.4, 0.55) +
      line(all, shine, 2, 0.55, "2 7") +
      line(flow.path, shine, 44, 0.14) +
      line(flow.path, shine, 24, 0.2) +
      line(flow.path, shine, 9, 0.3) +
      line(flow.path, "#ffffff", 2.2, 0.7, "26 18 8 22") +
      line(banks, ink, 5, 1) +
      `</g>`
    );
  });
}
