/**
 * How things look, as packs say it: icons, colours, patterns. Messages that speak of a pack's pieces bring its looks;
 * they are kept here, so that whatever is drawn finds them. Nothing in the client knows a piece by name.
 */

import type { Colours, Face, Looks, TerrainLook } from "../wire";

type ByKey<T> = Readonly<Record<string, T>>;

class LooksStore {
  icons: ByKey<string> = $state.raw({});
  terrains: ByKey<TerrainLook> = $state.raw({});
  glows: ByKey<Colours> = $state.raw({});
  fills: ByKey<Colours> = $state.raw({});
  faces: ByKey<Face> = $state.raw({});
  figures: ReadonlySet<string> = $state.raw(new Set());
  #previewed: { key: string; icon: string | undefined; fill: Colours | undefined } | null = null;

  /** Where two packs call something by one name, the one that came last counts. */
  add(more: Looks | undefined): void {
    if (!more) return;
    this.icons = over(this.icons, more.icons as ByKey<string>);
    this.terrains = over(this.terrains, more.terrains as ByKey<TerrainLook>);
    this.glows = over(this.glows, more.glows as ByKey<Colours>);
    this.fills = over(this.fills, more.fills as ByKey<Colours>);
    this.faces = over(this.faces, more.faces as ByKey<Face>);
    const figures = more.figures ?? [];
    if (figures.some((id) => !this.figures.has(id))) this.figures = new Set([...this.figures, ...figures]);
  }

  /** A piece that is being made looks so now; empty: it has no icon, no colour of its own. */
  preview(kind: string, id: string, icon: string, fill: string): void {
    const key = `${kind}.${id}`;
    if (this.#previewed?.key !== key) {
      // Whoever was called like that before gets back what was painted over.
      if (this.#previewed) this.#put(this.#previewed.key, this.#previewed.icon, this.#previewed.fill);
      this.#previewed = { key, icon: this.icons[key], fill: this.fills[key] };
    }
    this.#put(key, icon || undefined, /^#[0-9a-f]{6}$/.test(fill) ? { light: fill, dark: fill } : undefined);
  }

  #put(key: string, icon: string | undefined, fill: Colours | undefined): void {
    const { [key]: _, ...icons } = this.icons;
    const { [key]: __, ...fills } = this.fills;
    this.icons = icon === undefined ? icons : { ...icons, [key]: icon };
    this.fills = fill === undefined ? fills : { ...fills, [key]: fill };
  }
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

/** Banner or badge in its own colour, with letters that can be read on it; empty: as all the others. */
export function pieceColours(kind: string, id: string): string {
  const pair = looks.fills[`${kind}.${id}`];
  if (!pair) return "";
  return `background:${themeColour(pair, "")};color:light-dark(${readableInk(pair.light)},${readableInk(pair.dark)})`;
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
