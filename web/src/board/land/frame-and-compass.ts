/** What a map maker adds: the sheet the board lies on, a frame of measured strips, and a compass. SVG source. */

import { centreOf } from "../geometry";
import type { Board, Shape } from "../../wire";
import { away, keepOut } from "./keep-out";
import { depth, flatten } from "./outline";
import { roughEdge, seededRandom } from "./rough-edge";
import type { Taken } from "./scatter";
import { mix } from "./colours";

export interface Sheet {
  board: Board;
  dark: boolean;
  ink: string;
  margin: number;
}

const STRIP = 50; // a strip of the frame's measure
const RAIL = 6; // how wide it is

/** A slab of stone with a rough edge, or a sheet of paper. */
export function bed({ board, dark, ink, margin }: Sheet): string {
  const ground = board.looks?.ground;
  const fill = (dark ? ground?.fill?.dark : ground?.fill?.light) ?? (dark ? "#101a29" : "#f4ead2");
  if (ground?.style !== "rock") {
    const out = margin - 1;
    return `<rect x="${-out}" y="${-out}" width="${board.width + 2 * out}" height="${board.height + 2 * out}" rx="5" fill="${fill}" stroke="${dark ? "#33475f" : "#8b7750"}" stroke-width="1.5"/>`;
  }
  const edge = roughEdge(board.width, board.height, margin - 2);
  const line = (dark ? ground.ink?.dark : ground.ink?.light) ?? ink;
  return `<path d="${edge}" fill="${fill}" stroke="${line}" stroke-width="2.4"/><path d="${strata(board, margin)}" fill="none" stroke="${line}" stroke-width="1.2" stroke-opacity=".7"/>`;
}

/** Layers in the stone, seen where the slab looks out under the land. */
function strata(board: Board, margin: number): string {
  const chance = seededRandom(Math.round(board.width + board.height * 7));
  let path = "";
  for (const [along, side] of [
    [board.width, 0],
    [board.width, 1],
    [board.height, 2],
    [board.height, 3],
  ] as const) {
    for (let at = 8; at < along - 24; at += 16 + chance() * 30) {
      const off = 3 + chance() * (margin - 9);
      const length = 8 + chance() * 14;
      if (side === 0) path += `M${at.toFixed(0)} ${(-off).toFixed(1)}l${length.toFixed(0)} ${(chance() * 3 - 1.5).toFixed(1)}`;
      if (side === 1)
        path += `M${at.toFixed(0)} ${(board.height + off).toFixed(1)}l${length.toFixed(0)} ${(chance() * 3 - 1.5).toFixed(1)}`;
      if (side === 2) path += `M${(-off).toFixed(1)} ${at.toFixed(0)}l${(chance() * 3 - 1.5).toFixed(1)} ${length.toFixed(0)}`;
      if (side === 3) path += `M${(board.width + off).toFixed(1)} ${at.toFixed(0)}l${(chance() * 3 - 1.5).toFixed(1)} ${length.toFixed(0)}`;
    }
  }
  return path;
}

/** Around paper a ruler of light and dark strips between two lines, with a knot at each corner; around stone a groove. */
export function frame({ board, dark, ink, margin }: Sheet): string {
  const { width, height } = board;
  const rock = board.looks?.ground?.style === "rock";
  const rule = (out: number, weight: number, colour: string): string =>
    `<rect x="${-out}" y="${-out}" width="${width + 2 * out}" height="${height + 2 * out}" fill="none" stroke="${colour}" stroke-width="${weight}"/>`;
  if (rock) return rule(0.4, 3, ink) + rule(2.6, 1.2, dark ? "#5b4a43" : "#c2b4a8");
  const [pale, strong] = dark ? ["#31445c", "#8aa0bd"] : ["#fbf3de", "#5b4526"];
  const out = (margin + 4) / 2; // the middle of the ruler
  const strips = (along: number): string => {
    const count = Math.max(2, Math.round(along / STRIP / 2) * 2 + 1);
    return `${(along / count).toFixed(3)}`;
  };
  const side = (d: string, dash: string): string =>
    `<path d="${d}" stroke="${pale}" stroke-width="${RAIL}" stroke-linecap="butt"/><path d="${d}" stroke="${strong}" stroke-width="${RAIL}" stroke-dasharray="${dash}" stroke-linecap="butt"/>`;
  const knots = [
    [-out, -out],
    [width + out, -out],
    [-out, height + out],
    [width + out, height + out],
  ] as const;
  return (
    `<g fill="none">` +
    side(`M0 ${-out}H${width}M0 ${height + out}H${width}`, strips(width)) +
    side(`M${-out} 0V${height}M${width + out} 0V${height}`, strips(height)) +
    `</g>` +
    rule(0.6, 2.6, ink) +
    rule(out - RAIL / 2 - 1.6, 0.9, strong) +
    rule(out + RAIL / 2, 1.3, strong) +
    knots
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})"><rect x="-6.5" y="-6.5" width="13" height="13" rx="1.5" fill="${pale}" stroke="${strong}"/><path d="M0-4.6L1.3-1.3L4.6 0L1.3 1.3L0 4.6L-1.3 1.3L-4.6 0L-1.3-1.3Z" fill="${strong}"/></g>`,
      )
      .join("")
  );
}

/** The best place for a compass: far from tokens, labels and the edge, and on open water if there is enough of it. */
export function compassSpot(board: Board, water: (shape: Shape) => boolean): Taken | null {
  let best: (Taken & { worth: number }) | null = null;
  for (const shape of board.regions) {
    const rings = flatten(shape.path, 2);
    const spot = centreOf(shape);
    const boxes = keepOut(shape);
    for (let ring = 0; ring < 4; ring++) {
      for (let step = 0; step < 24; step++) {
        const angle = (step / 24) * 2 * Math.PI;
        const far = shape.room * (0.8 + ring * 0.25);
        const [x, y] = [spot.x + Math.cos(angle) * far, spot.y + Math.sin(angle) * far];
        const radius = Math.min(depth(rings, x, y) - 5, away(boxes, x, y) - 3, 34) / 1.12; // its needle reaches further
        const worth = radius * (water(shape) ? 1.5 : 1);
        if (radius > 13 && worth > (best?.worth ?? 0)) best = { x, y, radius, worth };
      }
    }
  }
  return best;
}

export function compass({ x, y, radius: r }: Taken, { dark, ink }: Sheet): string {
  const [pale, deep] = dark ? ["#cdd9ea", "#1b2a3f"] : ["#fff8e4", mix(ink, "#8a5a1c", 0.25)];
  const point = (turn: number, long: number, wide: number): string =>
    `<g transform="rotate(${turn})"><path d="M0 ${-long}L${wide} ${-wide}L0 0Z" fill="${deep}"/><path d="M0 ${-long}L${-wide} ${-wide}L0 0Z" fill="${pale}"/></g>`;
  const star =
    [45, 135, 225, 315].map((turn) => point(turn, r * 0.62, r * 0.12)).join("") +
    [90, 180, 270, 0].map((turn) => point(turn, r * 0.92, r * 0.16)).join("");
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" stroke="${ink}" stroke-width=".7" opacity=".88">` +
    `<circle r="${r * 0.7}" fill="none" stroke-width="1"/><circle r="${r * 0.62}" fill="none"/>` +
    `<path d="M0 ${-r * 0.99}l${r * 0.1} ${-r * 0.12}l${-r * 0.1} ${-r * 0.16}l${-r * 0.1} ${r * 0.16}Z" fill="${deep}"/>` +
    star +
    `<circle r="${r * 0.09}" fill="${pale}"/></g>`
  );
}
