/** Colours made from colours, as numbers: the land is drawn into a picture that knows no style sheet. */

type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** From one colour towards another: 0 is the first, 1 the second. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [rgb(from), rgb(to)];
  const number = a.map((value, at) => Math.round(value + ((b[at] ?? 0) - value) * part)).reduce((sum, value) => sum * 256 + value, 0);
  return `#${number.toString(16).padStart(6, "0")}`;
}

/** A colour of the wheel, for terrains that nobody described. */
export function hsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (shift: number): number => {
    const k = (shift + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return `#${[part(0), part(8), part(4)].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
