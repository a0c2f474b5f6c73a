/**
 * How things look, as packs say it: icons, colours, patterns. Messages that speak of a pack's pieces bring its looks;
 * they are kept here, so that whatever is drawn finds them. Nothing in the client knows a piece by name.
 */

import type { Colours, Face, Looks, TerrainLook, Veil } from "../wire";

type ByKey<T> = Readonly<Record<string, T>>;

class LooksStore {
  icons: ByKey<string> = $state.raw({});
  terrains: ByKey<TerrainLook> = $state.raw({});
  glows: ByKey<Colours> = $state.raw({});
  fills: ByKey<Colours> = $state.raw({});
  veils: ByKey<Veil> = $state.raw({}); // by card
  badges: ByKey<string> = $state.raw({}); // patterns, by power
  faces: ByKey<Face> = $state.raw({});
  figures: ReadonlySet<string> = $state.raw(new Set());
  #previewed: { key: string; look: PieceLook } | null = null;

  /** Where two packs call something by one name, the one that came last counts. */
  add(more: Looks | undefined): void {
    if (!more) return;
    this.icons = over(this.icons, more.icons as ByKey<string>);
    this.terrains = over(this.terrains, more.terrains as ByKey<TerrainLook>);
    this.glows = over(this.glows, more.glows as ByKey<Colours>);
    this.fills = over(this.fills, more.fills as ByKey<Colours>);
    this.veils = over(this.veils, more.veils as ByKey<Veil>);
    this.badges = over(this.badges, more.badges as ByKey<string>);
    this.faces = over(this.faces, more.faces as ByKey<Face>);
    const figures = more.figures ?? [];
    if (figures.some((id) => !this.figures.has(id))) this.figures = new Set([...this.figures, ...figures]);
  }

  /** A piece that is being made looks so now; empty: it has no icon, no colour, no face of its own. */
  preview(kind: string, id: string, icon: string, fill: string, face?: Face): void {
    const key = `${kind}.${id}`;
    if (this.#previewed?.key !== key) {
      // Whoever was called like that before gets back what was painted over.
      if (this.#previewed) this.#put(this.#previewed.key, this.#previewed.look);
      this.#previewed = { key, look: { icon: this.icons[key], fill: this.fills[key], face: this.faces[key] } };
    }
    this.#put(key, { icon: icon || undefined, fill: /^#[0-9a-f]{6}$/.test(fill) ? { light: fill, dark: fill } : undefined, face });
  }

  #put(key: string, { icon, fill, face }: PieceLook): void {
    this.icons = put(this.icons, key, icon);
    this.fills = put(this.fills, key, fill);
    this.faces = put(this.faces, key, face);
  }
}

interface PieceLook {
  icon: string | undefined;
  fill: Colours | undefined;
  face: Face | undefined;
}

function put<T>(table: ByKey<T>, key: string, value: T | undefined): ByKey<T> {
  const { [key]: _, ...others } = table;
  return value === undefined ? others : { ...others, [key]: value };
}

/** The same object if nothing is new: what is drawn from it stays as it is. */
function over<T>(known: ByKey<T>, more: ByKey<T> | undefined): ByKey<T> {
  const changed = Object.entries(more ?? {}).some(([key, value]) => JSON.stringify(known[key]) !== JSON.stringify(value));
  return changed ? { ...known, ...more } : known;
}

export const looks = new LooksStore();

/** A colour that follows the theme. */
export function themeColour(pair: Colours | null | undefined, otherwise: string): string {
  return pair ? `light-dark(${pair.light}, ${pair.dark})` : otherwise;
}

/** Black or white, whichever is easier to read on a colour as #rrggbb. */
export function readableInk(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return light > 0.179 ? "#000000" : "#ffffff"; // where both are equally far
}

/** What is drawn on badges, in a breath of white: two powers never differ by colour alone. */
const WHITE = "rgb(255 255 255 / 13%)";
const BADGES: ByKey<string> = {
  bands: `repeating-linear-gradient(${WHITE} 0 4px, transparent 4px 11px)`,
  bars: `repeating-linear-gradient(90deg, ${WHITE} 0 4px, transparent 4px 11px)`,
  bricks: `repeating-linear-gradient(transparent 0 8px, ${WHITE} 8px 10px), repeating-linear-gradient(90deg, transparent 0 18px, ${WHITE} 18px 20px)`,
  checks: `repeating-conic-gradient(${WHITE} 0 25%, transparent 0 50%) 0 0 / 18px 18px`,
  dots: `radial-gradient(${WHITE} 3px, transparent 3.5px) 0 0 / 13px 13px`,
  lattice: `repeating-linear-gradient(45deg, ${WHITE} 0 2px, transparent 2px 11px), repeating-linear-gradient(-45deg, ${WHITE} 0 2px, transparent 2px 11px)`,
  rays: `repeating-conic-gradient(at 50% 45%, ${WHITE} 0 11deg, transparent 11deg 30deg)`,
  rings: `repeating-radial-gradient(circle at 50% 45%, ${WHITE} 0 4px, transparent 4px 12px)`,
  scales: `radial-gradient(circle at 50% 0, transparent 6px, ${WHITE} 6.5px 8.5px, transparent 9px) 0 0 / 18px 10px`,
  slant: `repeating-linear-gradient(45deg, ${WHITE} 0 5px, transparent 5px 13px)`,
  waves: `radial-gradient(circle at 50% 130%, transparent 9px, ${WHITE} 9.5px 12px, transparent 12.5px) 0 0 / 24px 11px`,
};

/** Banner or badge in its own colour and pattern, with letters that can be read on it; empty: as all the others. */
export function pieceColours(kind: string, id: string): string {
  const ground = looks.faces[`${kind}.${id}`]?.ground;
  const pair = looks.fills[`${kind}.${id}`] ?? (ground === undefined ? undefined : { light: ground, dark: ground });
  const pattern = kind === "power" ? BADGES[looks.badges[id] ?? ""] : undefined;
  if (!pair) return pattern ? `background:${pattern}, var(--coin)` : "";
  const fill = themeColour(pair, "");
  const ink = `light-dark(${readableInk(pair.light)},${readableInk(pair.dark)})`;
  return `background:${pattern ? `${pattern}, ` : ""}${fill};color:${ink}`;
}

/** A steady hue for a thing nobody chose a colour for. */
export function steadyHue(id: string): number {
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return hash;
}

/** The look of a terrain; a steady colour and dots for one that no pack described. */
export function terrainLook(id: string): TerrainLook {
  const known = looks.terrains[id];
  if (known) return known;
  const hue = steadyHue(id);
  return { pattern: "", fill: { light: `hsl(${hue} 32% 74%)`, dark: `hsl(${hue} 26% 32%)` } };
}
