/**
 * The patterns a pack may choose from for its terrains, each a little drawing that repeats: lines in the terrain's ink,
 * and shapes filled with it. The names say what is drawn, not where it is used.
 */

export interface Drawn {
  width: number;
  height: number;
  lines: string;
  shapes?: string; // filled, faintly
  turn?: number;
}

const DOTS: Drawn = { width: 30, height: 30, lines: "M8 8h.1M23 23h.1" };

const PATTERNS: Readonly<Record<string, Drawn>> = {
  furrows: { width: 44, height: 34, turn: -14, lines: "M2 8h24M30 8h9M8 19h30M0 30h14M20 30h22" },
  trees: { width: 54, height: 48, lines: "M14 4l-6 10h3l-5 8h16l-5-8h3zM14 22v4M40 27l-6 10h3l-4 7h14l-4-7h3zM40 44v3" },
  bumps: { width: 60, height: 40, lines: "M4 16q10-14 22 0M34 34q9-12 20 0M32 12q5-6 10 0M8 34q4-5 8 0" },
  reeds: {
    width: 52,
    height: 44,
    lines: "M6 18h18M10 18v-8M14 18v-12M19 18v-7M30 38h18M34 38v-7M39 38v-11M43 38v-8M2 34h10M36 12h10",
  },
  peaks: { width: 60, height: 46, lines: "M3 20l11-16 11 16M11 8l3 4 3-3M32 42l10-14 11 14M39 32l3 3 3-3" },
  spires: {
    width: 66,
    height: 56,
    lines: "M3 26l9-15 4-9 5 11 8 13M16 2l2 10-3 6 3 8M36 52l7-13 5-11 5 9 7 15M48 28l1 10-4 6 2 8",
    shapes: "M16 2l5 11 8 13h-11l-3-8 3-6zM48 28l5 9 7 15h-13l-2-8 4-6z",
  },
  waves: { width: 60, height: 36, lines: "M4 10q6-7 12 0t12 0M32 28q6-7 12 0t12 0" },
  ripples: { width: 46, height: 30, lines: "M6 8h14M12 13h16M28 23h12M4 25h10" },
  caps: {
    width: 64,
    height: 58,
    lines: "M5 20a11 10 0 0 1 22 0zM13 20l-1 9h8l-1-9M38 47a9 8 0 0 1 18 0zM45 47v7h5v-7M44 12a5 4.5 0 0 1 10 0zM48 12v4h2v-4",
    shapes: "M5 20a11 10 0 0 1 22 0zM38 47a9 8 0 0 1 18 0zM44 12a5 4.5 0 0 1 10 0z",
  },
  bubbles: {
    width: 58,
    height: 50,
    lines:
      "M5 14a6 6 0 1 0 12 0a6 6 0 1 0-12 0M8 12q1-3 4-3M24 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M36 34a7 7 0 1 0 14 0a7 7 0 1 0-14 0M40 31q1-3 4-4M16 41a3 3 0 1 0 6 0a3 3 0 1 0-6 0M36 16q8-4 15 0M2 32q7-4 14 0",
  },
  picks: {
    width: 62,
    height: 56,
    lines: "M5 13q11-10 23 0M16 9v19M34 40q10-9 21 0M45 36v16M40 14l4-4 5 2 2 5-5 3-5-2zM8 42l3-3 5 2v4l-4 2z",
    shapes: "M40 14l4-4 5 2 2 5-5 3-5-2zM8 42l3-3 5 2v4l-4 2z",
  },
  crystals: {
    width: 66,
    height: 58,
    lines: "M14 2l7 9-3 19h-8L7 11zM7 11h14M14 11v19M24 30l-2-11 5-6 4 6-2 11zM46 29l6 8-2 17h-8l-3-17zM39 37h13M58 54l-1-9 3-5",
    shapes: "M14 11h7l-3 19h-4zM46 37h6l-2 17h-5z",
  },
  cracks: {
    width: 92,
    height: 84,
    lines: "M12 0l8 16-10 14 12 12-6 16 9 12-4 14M20 16l14 5 6 12M22 42l-12 8M66 4l-7 17 12 12-8 17 9 14M71 33l13-4M63 50l-14 6-4 14",
    shapes: "M12 0l8 16-10 14 12 12-6 16 4-16-11-12 10-15zM66 4l-7 17 12 12-8 17 5-17-12-12z",
  },
  band: { width: 56, height: 30, lines: "M2 8q12-8 26 0t26 0M2 22q12-8 26 0t26 0" },
};

/** The drawing of a name; plain dots for one that is not known. */
export function patternOf(name: string | undefined): Drawn {
  return (name && PATTERNS[name]) || DOTS;
}

export const KNOWN_PATTERNS: readonly string[] = Object.keys(PATTERNS);
