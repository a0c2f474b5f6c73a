/** Geometry that all charts share. */

/** A labelled place on an axis, in the chart's units. */
export interface Tick {
  at: number;
  text: string;
  zero?: boolean; // the line of nothing is stronger
  bold?: boolean;
}

/** Space around the plot, for labels. */
export interface Margin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Axis {
  x: (value: number) => number;
  ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** A scale that holds all values and zero, with round marks. */
export function chartAxis(values: readonly number[], width: number, most = 8): Axis {
  const known = values.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const step = STEPS.find((one) => (high - low) / one <= most) ?? Math.ceil((high - low) / most);
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  return { x: (value) => ((value / step - first) / (last - first)) * width, ticks };
}

/** Dots that would lie on each other are piled up: the lowest floor that is free there. */
export function stackDots<T extends { x: number; one: { own?: boolean } }>(dots: readonly T[], wide: number): (T & { floor: number })[] {
  const floors: number[][] = [];
  // The piece itself lies on the ground, where everybody looks first.
  const order = [...dots].sort((a, b) => Number(b.one.own ?? false) - Number(a.one.own ?? false) || a.x - b.x);
  return order.map((dot) => {
    let floor = floors.findIndex((row) => row.every((x) => Math.abs(x - dot.x) >= wide));
    if (floor < 0) floor = floors.push([]) - 1;
    floors[floor]?.push(dot.x);
    return { ...dot, floor };
  });
}

/** A line through points. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** Places for so many things side by side, from edge to edge; a single one stands in the middle. */
export const evenly =
  (count: number, width: number) =>
  (index: number): number =>
    count < 2 ? width / 2 : (index * width) / (count - 1);

/** A few round numbers above 0, up to the largest value. */
export function roundNumbers(most: number): number[] {
  const step = [5, 10, 20, 25, 50, 100].find((one) => most / one <= 4) ?? 200;
  return Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step);
}
