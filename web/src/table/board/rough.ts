/** A rough edge around a rectangle: broken stone. The same for the same size, so that nothing flickers. */

const STEP = 26;

/** Numbers from 0 to 1 that look like chance and are always the same. */
export function steady(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Closed path data, up to `reach` outside of 0, 0 to `width`, `height`. */
export function roughEdge(width: number, height: number, reach: number): string {
  const chance = steady(Math.round(width * 31 + height));
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
