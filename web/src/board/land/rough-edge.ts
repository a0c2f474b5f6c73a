/** A rough edge around a rectangle: broken stone. The same for the same size, so that nothing flickers. */

const STEP = 26;

/** Numbers from 0 to 1 that look like chance and are always the same. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Closed path data, up to `reach` outside of 0, 0 to `width`, `height`. */
export function roughEdge(width: number, height: number, reach: number): string {
  const chance = seededRandom(Math.round(width * 31 + height));
  const points: string[] = [];
  const corners = [
    [0, 0, 1, 0, width],
    [width, 0, 0, 1, height],
    [width, height, -1, 0, width],
    [0, height, 0, -1, height],
  ] as const;
  for (const [x, y, dx, dy, length] of corners) {
    const count = Math.max(2, Math.round(length / STEP));
    for (let step = 0; step < count; step++) {
      const along = ((step + (step ? chance() * 0.6 - 0.3 : 0)) / count) * length;
      const out = reach * (0.35 + 0.65 * chance());
      // Outwards is to the left of the way around.
      const px = x + dx * along + dy * out - (step ? 0 : dx * out);
      const py = y + dy * along - dx * out - (step ? 0 : dy * out);
      points.push(`${px.toFixed(1)} ${py.toFixed(1)}`);
    }
  }
  return `M${points.join("L")}Z`;
}

interface Point {
  x: number;
  y: number;
}

/** The corners of the first ring of path data made of lines and curves, and points along its long sides. */
export function corners(path: string): Point[] {
  const ends = [...(path.split("Z")[0] ?? "").matchAll(/[MLQC]([^MLQC]*)/gu)].map(([, numbers = ""]) => {
    const [y = 0, x = 0] = (numbers.match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number).reverse();
    return { x, y };
  });
  return ends.flatMap((here, index) => {
    const next = ends[(index + 1) % ends.length] ?? here;
    const parts = Math.max(1, Math.round(Math.hypot(next.x - here.x, next.y - here.y) / STEP));
    return Array.from({ length: parts }, (_, part) => ({
      x: here.x + ((next.x - here.x) * part) / parts,
      y: here.y + ((next.y - here.y) * part) / parts,
    }));
  });
}

/** A torn hole inside an outline: every corner is drawn towards the middle, some more, some less. */
export function torn(path: string, middle: Point, least: number, most: number): string {
  const chance = seededRandom(Math.round(middle.x * 31 + middle.y + most));
  const points = corners(path).flatMap(({ x, y }, index, all) => {
    const next = all[(index + 1) % all.length] ?? { x, y };
    const between = { x: (x + next.x) / 2, y: (y + next.y) / 2 };
    return [inwards({ x, y }, middle, least + (most - least) * chance() ** 2), inwards(between, middle, least + (most - least) * chance())];
  });
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

function inwards({ x, y }: Point, middle: Point, way: number): Point {
  const length = Math.hypot(middle.x - x, middle.y - y) || 1;
  const share = Math.min(0.6, way / length);
  return { x: x + (middle.x - x) * share, y: y + (middle.y - y) * share };
}
