/**
 * What terrains are drawn with: families of little drawings that packs choose from by name. The names say what is
 * drawn, not where it is used. Each drawing stands on 0, 0 and reaches upwards; all of it is our own.
 *
 * A stroke of the pen is a letter and path data: `b` a body (filled and outlined), `s` its shaded side, `l` its light
 * side, `w` a faint wash, `p` a pale one, `i` an inked line, `t` a
 * thin one, `g` something that shines,
 * `o` a pack's own path on a square of 512.
 */

export type Stroke = readonly ["b" | "s" | "l" | "i" | "t" | "w" | "p" | "g" | "o", string];

export interface Drawing {
  width: number;
  height: number;
  strokes: readonly Stroke[];
}

export interface Family {
  glyphs: readonly Drawing[];
  /** Seen once in a region, where there is room. */
  rare?: readonly Drawing[];
  /** How close they stand, as a share of their width: below 1 they overlap, the nearer ones in front. */
  gap: number;
  /** How much their sizes differ. */
  vary: number;
  /** They lie on the ground: drawn with lines alone, so one of them may be turned a little. */
  turn?: number;
}

const glyph = (width: number, height: number, ...strokes: Stroke[]): Drawing => ({ width, height, strokes });

const PINE = glyph(
  15,
  24,
  ["i", "M0 0V-5"],
  ["b", "M0-24L-3.6-16.4L-2-16.8L-5.6-10.4L-3.6-10.8L-7.2-3.6Q0-1.6 7.2-3.6L3.6-10.8L5.6-10.4L2-16.8L3.6-16.4Z"],
  ["s", "M0-24L3.6-16.4L2-16.8L5.6-10.4L3.6-10.8L7.2-3.6Q4-2.6 1.2-2.5Q3-9 .9-13Z"],
);
const OAK = glyph(
  20,
  22,
  ["i", "M-.6 0L-.4-8M-.4-5L3-9"],
  ["b", "M-4.4-5.4Q-10-6-9.2-11Q-10-15.6-5.2-16.6Q-3.6-21.8 1.4-21Q6.8-21.2 7.2-16Q10.8-13.6 9-9.6Q8-5 3-5.6Q-.6-3.8-4.4-5.4Z"],
  ["s", "M7.2-16Q10.8-13.6 9-9.6Q8-5 3-5.6Q-.6-3.8-4.4-5.4Q2-7.4 4.2-10.4Q7-13 7.2-16Z"],
  ["i", "M-5.6-11.6q1.6-2 3.4-.6M-.4-15.4q2-1.8 3.6 0"],
);
const BUSH = glyph(
  11,
  9,
  ["b", "M-5-1Q-6.4-4.6-3-5.4Q-1.8-9 1.2-7.6Q4.8-8 4.6-4.6Q6.4-2.4 4.6-.8Q0 .8-5-1Z"],
  ["s", "M4.6-4.6Q6.4-2.4 4.6-.8Q1.4.4-1.6-.2Q3-1.6 4.6-4.6Z"],
);
const PEAK = glyph(
  44,
  36,
  ["b", "M-22 0Q-15-9-11.4-15.4L-7.6-19.8L-1.4-35.4L4.4-27.2L9.2-19.4L13.6-12.6L22 0Q0 2.6-22 0Z"],
  ["s", "M-1.4-35.4L4.4-27.2L9.2-19.4L13.6-12.6L22 0Q12 1.4 4 1.5L6.4-6.2L1.8-12.4L4.6-18.8L-.2-25.2Z"],
  ["l", "M-1.4-35.4L-6.4-23.2L-3.6-24.8L-1.6-21.4L-.2-25.2L2.8-23.4L4.4-27.2Z"],
  ["i", "M-12.4-11l3 5M-16-5.4l2 3.4M-6-15l2.4 4.4"],
);
const TWIN = glyph(
  42,
  28,
  ["b", "M-21 0L-13.6-9.8L-8.8-20.6L-3.4-13L.8-16.8L7.4-27.6L13.2-15.6L21 0Q0 2.2-21 0Z"],
  ["s", "M7.4-27.6L13.2-15.6L21 0Q13 1 8 1.2L10.4-7.4L6.6-12.8L8.6-18.6ZM-8.8-20.6L-3.4-13L.8-16.8L-1 -9L-4.8-.4L-7.4-7L-5-11.6Z"],
  ["l", "M7.4-27.6L3.4-21L5.6-20.4L7-18.2L8.6-18.6L11-20.2ZM-8.8-20.6L-11-15.6L-8.6-16.4L-6.4-16.8Z"],
);
const CRAG = glyph(
  22,
  16,
  ["b", "M-11 0L-6.8-7L-4-13.6L-.6-15.6L3.4-10.4L6-8.6L11 0Q0 1.8-11 0Z"],
  ["s", "M-.6-15.6L3.4-10.4L6-8.6L11 0Q6 .9 2 1L3-5L.6-9Z"],
);
const HUMP = glyph(
  38,
  17,
  ["b", "M-19 0Q-12-2.6-8.6-9Q-4.4-17 1.6-16.6Q8.4-16.2 11.4-8.4Q13.8-2.4 19 0Q0 2-19 0Z"],
  ["s", "M1.6-16.6Q8.4-16.2 11.4-8.4Q13.8-2.4 19 0Q11 1 5 1.1Q9.2-4 7.4-9.4Q5.6-14.4 1.6-16.6Z"],
  ["i", "M-8-5q1.4-3.4 3.4-5.4M-2.6-6.6q.8-2.4 2-3.8"],
);
const MOUND = glyph(
  25,
  11,
  ["b", "M-12.5 0Q-7.4-1.6-5-5.8Q-1.8-11-.2-10.6Q5-10.6 7.2-5.2Q9-1.2 12.5 0Q0 1.6-12.5 0Z"],
  ["s", "M-.2-10.6Q5-10.6 7.2-5.2Q9-1.2 12.5 0Q7 .8 3 .8Q6-3 4.6-6.4Q2.8-9.8-.2-10.6Z"],
);
const SHEEP = glyph(
  13,
  10,
  ["i", "M-2.8 0v-3M2.4 0v-3"],
  ["l", "M-5-3.4Q-6.6-6.6-3.6-7.4Q-1.8-9.8.4-8.2Q3.4-9.4 4.4-6.6Q5.6-3.6 3-2.8Q-1.4-1.4-5-3.4Z"],
  ["i", "M-5-3.4Q-6.6-6.6-3.6-7.4Q-1.8-9.8.4-8.2Q3.4-9.4 4.4-6.6Q5.6-3.6 3-2.8Q-1.4-1.4-5-3.4ZM4.4-7.4l2.4-.8.2 2.4-2.2.4"],
);
const FIELD = glyph(
  36,
  20,
  ["p", "M-18-3L-9-19L18-16L10 0Z"],
  ["t", "M-18-3L-9-19L18-16L10 0ZM-13.4-2.5L-4.6-18.5M-8.6-2L-.2-18M-3.9-1.5L4.3-17.5M.8-1L8.7-17M5.4-.5L13.2-16.6"],
);
const STRIPS = glyph(
  34,
  20,
  ["w", "M-15 0L-17-14L13-19L17-5Z"],
  ["t", "M-15 0L-17-14L13-19L17-5ZM-15.4-2.9q16-.6 31.6-4.9M-15.9-6q15-.8 31.4-4.8M-16.4-9q15-1 31-4.8M-16.8-11.8q14-1.2 30.6-4.6"],
);
const ACRE = glyph(
  22,
  14,
  ["p", "M-11-1L-7-13L11-11L8 0Z"],
  ["t", "M-11-1L-7-13L11-11L8 0ZM-6.4-.8L-2.6-12.5M-1.6-.6L1.8-12M3.2-.4L6.4-11.5"],
);
const SHEAF = glyph(
  10,
  13,
  ["l", "M-3 0Q-1.4-4-2.2-5.4L-5-11Q0-15 5-11L2.2-5.4Q1.4-4 3 0Z"],
  ["i", "M-3 0Q-1.4-4-2.2-5.4L-5-11M3 0Q1.4-4 2.2-5.4L5-11M0 0V-13M-2.4-5.4h4.8M-2.6-12l1.2 5M2.6-12L1.4-7"],
);
const MILL = glyph(
  22,
  27,
  ["b", "M-5 0L-3.4-13.6L0-17L3.4-13.6L5 0Z"],
  ["s", "M0-17L3.4-13.6L5 0H1.6Z"],
  [
    "i",
    "M0-14.5L-8.4-23M0-14.5L8.4-6M0-14.5L8.6-22.8M0-14.5L-8.4-6.2M-8.4-23l3-2.4 3.2 3.6M8.6-22.8l2.2 3-3.6 3M8.4-6l-3 2.2-3-3.4M-8.4-6.2l-2.2-3 3.4-3",
  ],
);
const REED = glyph(
  20,
  20,
  ["i", "M-7 0Q-7.6-8-9-12M-3 0Q-3.2-10-4.4-16M1 0Q1.4-11 2-18M5 0Q6-8 8.4-12.4M3 0Q3.4-6 6-9"],
  ["b", "M-5.4-15.6Q-6-19.6-4.6-20.6Q-2.8-19-3.8-15.2ZM1.2-17.4Q.8-21 2.2-22.4Q3.8-20.6 2.9-17Z"],
  ["i", "M-10 .6h20M-6 2.6h9"],
);
const TUSSOCK = glyph(16, 9, ["i", "M-5 0Q-6-5-8-6.6M-2.6 0Q-2.8-6-4-8.6M0 0V-9M2.6 0Q3-6 4.6-8.4M5 0Q6-4.6 8-6M-8 1h16"]);
const POND = glyph(26, 9, ["s", "M-13-3Q-8-8 1-7Q10-7.6 13-3.4Q9 .8 0 0Q-9 1-13-3Z"], ["i", "M-8-3.6h7M2-4.6h6M-3-1.8h8"]);
const WAVE = glyph(28, 8, ["i", "M-14-2Q-11.5-8-6.8-6.6Q-3.4-5.4-4.4-2.6M-4.6-2.4Q-1.6-8 2.6-6.4Q5.8-5 4.6-2.4M4.6-2.4Q8-7 12-4.6"]);
const SWELL = glyph(24, 5, ["i", "M-12-1.6Q-8-5.4-4-2.4T4-2.4T12-2.8"]);
const SHIP = glyph(
  34,
  34,
  ["b", "M-15-7L-11.4 0Q0 2.2 10.6 0L16-9L9-7Z"],
  ["s", "M-14-5L-11.4 0Q0 2.2 10.6 0L13-4Q0-1.6-14-5Z"],
  ["i", "M-2-7V-33M7-7.4V-25M-2-33l-5 1.6 5 1.4"],
  ["l", "M-2.8-30Q-12-22-11.4-11.4Q-7-13-2.8-12.4ZM-1-30Q6.6-23 6-12.4Q2.4-14-1-12.4ZM7.8-24Q13-19 12.4-11Q10-12 7.8-11.4Z"],
  ["i", "M-2.8-30Q-12-22-11.4-11.4Q-7-13-2.8-12.4ZM-1-30Q6.6-23 6-12.4Q2.4-14-1-12.4ZM7.8-24Q13-19 12.4-11Q10-12 7.8-11.4Z"],
);
const SERPENT = glyph(
  38,
  15,
  [
    "b",
    "M-18 0Q-17.4-8.6-13-8.4Q-9-8-9.2 0H-12Q-12-5-13.4-5Q-15-5-14.8 0ZM-5 0Q-4.4-7 0-7Q4.4-7 5 0H2.2Q2-4.4 0-4.4Q-2-4.4-2.2 0ZM10 0Q10.4-8 11-11.4Q12.4-15.4 16.6-13.6L19-11.4L15-10.4Q13.2-9 13.4 0Z",
  ],
  ["i", "M15-12.6h.1M-20 1.4h12M-6 1.4H6M8.4 1.4H15"],
);
const RIPPLE = glyph(22, 6, ["i", "M-11-4h9M-6-1.2h13M2-4h9"]);
const SPIRE = glyph(
  30,
  44,
  ["b", "M-15 0L-9.6-13L-8-22L-3.6-29L-1-44L3-31.6L6.4-24L8-13L15 0Q0 2.4-15 0Z"],
  ["s", "M-1-44L3-31.6L6.4-24L8-13L15 0Q8 1.2 2 1.3L3.4-10L.4-19L2-29Z"],
  ["i", "M-9-8l2.6-7M-4.6-12l1-8M-11.4-2.4l1.4-3.6"],
);
const FANG = glyph(
  22,
  27,
  ["b", "M-11 0L-7-9L-5.8-18L-3-27L.6-17L4-20.6L6-9L11 0Q0 1.8-11 0Z"],
  ["s", "M-3-27L.6-17L4-20.6L6-9L11 0Q6 1 1.6 1L2.4-8L-.8-14Z"],
);
const CAP = glyph(
  26,
  28,
  ["l", "M-3.4-13Q-2.4-5-4.4 0Q0 1.6 4.4 0Q2.4-5 3.4-13Z"],
  ["i", "M-3.4-13Q-2.4-5-4.4 0Q0 1.6 4.4 0Q2.4-5 3.4-13"],
  ["b", "M-13-13Q-12.4-27.4 0-28Q12.4-27.4 13-13Q0-9.4-13-13Z"],
  ["s", "M13-13Q12.4-27.4 0-28Q8.4-24 7.4-11.6Q10.6-12 13-13Z"],
  [
    "l",
    "M-7.6-18.6a2.2 2 0 1 0 4.4 0a2.2 2 0 1 0-4.4 0M-1.4-23.4a1.8 1.6 0 1 0 3.6 0a1.8 1.6 0 1 0-3.6 0M2-17a1.6 1.4 0 1 0 3.2 0a1.6 1.4 0 1 0-3.2 0",
  ],
);
const TOADSTOOL = glyph(
  16,
  21,
  ["l", "M-1.8-11L-2.4 0Q0 .9 2.4 0L1.8-11Z"],
  ["i", "M-1.8-11L-2.4 0Q0 .9 2.4 0L1.8-11"],
  ["b", "M-8-9.6Q-5.4-13-3.4-17Q-.4-22.6 2.6-18Q5-13 8-9.6Q0-7-8-9.6Z"],
  ["s", "M-.6-20.6Q1.4-20 2.6-18Q5-13 8-9.6Q5-8.6 2.6-8.4Q3.4-14-.6-20.6Z"],
);
const BUTTON = glyph(
  11,
  10,
  ["l", "M-1.6-5L-2 0Q0 .7 2 0L1.6-5Z"],
  ["i", "M-1.6-5L-2 0Q0 .7 2 0L1.6-5"],
  ["b", "M-5.5-4.6Q-4.8-10 0-10Q4.8-10 5.5-4.6Q0-3-5.5-4.6Z"],
);
const BUBBLE = glyph(
  22,
  18,
  ["s", "M-11-2.4Q-6-6 0-5.4Q8-6 11-2.4Q6 1 0 .6Q-7 1.4-11-2.4Z"],
  ["b", "M-6.8-3.4Q-7.4-13.4 0-14Q7.4-13.4 6.8-3.4Q0-.8-6.8-3.4Z"],
  ["l", "M-4.4-8.4Q-4-11.4-1-12Q-3-9.8-3-7.6Z"],
  ["i", "M-11-2.4Q-6-6-7-3.2M7-3.2Q8-5 11-2.4"],
);
const BLOB = glyph(
  13,
  9,
  ["b", "M-4-1.6Q-4.4-7.4 0-7.6Q4.4-7.4 4-1.6Q0 0-4-1.6Z"],
  ["i", "M-6.5-.6q2-1.6 2.6-.8M3.8-1.4q1.6-.6 2.7.6M-1.8-5q.6-1 1.6-1"],
);
const OOZE = glyph(28, 7, ["i", "M-14-2Q-9-6-3-3Q3 0 8-3.4Q11-5 14-3M-8 .6q6-2.4 12 0"]);
const PICK = glyph(
  24,
  25,
  ["i", "M-7 0L4.6-18.6"],
  ["b", "M-7.8-.6L3.8-19L6-17.6L-5.8 1Z"],
  ["b", "M-8-22Q2-26 11-17.6Q13-14.6 12-11Q7.6-18 3.4-18.6Q-2-21-8-22Z"],
);
const ORE = glyph(
  21,
  14,
  ["b", "M-10 0L-9-6L-4-11.6L2-13L8-8.6L10-2.4L8.6 0Q0 1.6-10 0Z"],
  ["s", "M2-13L8-8.6L10-2.4L8.6 0Q4 .8 1 .9L3.4-5Z"],
  ["g", "M-5-6.4l2.6-2 2 2.2-2.4 2.4zM4-4.6l1.8-1.4 1.4 1.6-1.6 1.6z"],
);
const CART = glyph(
  26,
  20,
  ["g", "M-9-13Q-6-19-2-16Q1-21 5-16.4Q8-18 9-13Z"],
  ["b", "M-11.6-13.6H11.6L8.6-3.6H-8.6Z"],
  ["s", "M4-13.6H11.6L8.6-3.6H2.6Z"],
  ["b", "M-8.4-2a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0M2.8-2a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0"],
  ["i", "M-13 1.4h26"],
);
const CRYSTAL = glyph(
  26,
  32,
  ["b", "M-3-2L-7-20L-1.6-31L4.6-21L3.4-1Z"],
  ["s", "M-1.6-31L4.6-21L3.4-1L-.6-1.6L-.2-20Z"],
  ["b", "M2-.6L6.4-14L11.4-18L12.6-11L7 .4Z"],
  ["s", "M11.4-18L12.6-11L7 .4L4.6 0L9-11Z"],
  ["b", "M-3.6-.4L-12.6-8L-12-13.4L-7.6-11L-1.6-1Z"],
  ["l", "M-5.4-20L-2.4-27L-1.6-20.6L-2.4-8Z"],
);
const SHARD = glyph(
  13,
  18,
  ["b", "M-3 0L-5-10L-1-18L3-9L2 .2Z"],
  ["s", "M-1-18L3-9L2 .2L-.4 .2L.2-9.4Z"],
  ["b", "M1.6 .2L4.6-6L6.4-3.4L4 .6Z"],
);
const GLINT = glyph(9, 9, ["g", "M0-9L1.1-5.6L4.5-4.5L1.1-3.4L0 0L-1.1-3.4L-4.5-4.5L-1.1-5.6Z"]);
const CRACK = glyph(30, 30, ["i", "M-4 0L-1-8L-8-13L-3-20L-6-30M-1-8L7-12L9-19M-8-13L-14-15"]);
const FISSURE = glyph(22, 22, ["i", "M5 0L1-7L6-12L0-17L2-22M1-7L-8-9"]);
const DOT = glyph(10, 4, ["i", "M-4-2h.1M4-2h.1"]);

const FAMILIES: Readonly<Record<string, Family>> = {
  furrows: { glyphs: [FIELD, STRIPS, ACRE, FIELD, STRIPS], rare: [MILL, SHEAF, SHEAF, BUSH, BUSH], gap: 0.9, vary: 0.3, turn: 9 },
  trees: { glyphs: [PINE, OAK, PINE, PINE, OAK, BUSH], gap: 0.72, vary: 0.3 },
  bumps: { glyphs: [HUMP, MOUND, HUMP], rare: [SHEEP], gap: 0.86, vary: 0.35 },
  reeds: { glyphs: [REED, TUSSOCK, POND, REED, TUSSOCK], gap: 1.02, vary: 0.25 },
  peaks: { glyphs: [PEAK, TWIN, PEAK, CRAG], gap: 0.66, vary: 0.35 },
  spires: { glyphs: [SPIRE, FANG, SPIRE], gap: 0.72, vary: 0.35 },
  waves: { glyphs: [WAVE, SWELL], rare: [SHIP, SERPENT], gap: 1.35, vary: 0.3 },
  ripples: { glyphs: [RIPPLE, SWELL], gap: 1.4, vary: 0.3 },
  caps: { glyphs: [CAP, TOADSTOOL, CAP, BUTTON, TOADSTOOL], gap: 0.86, vary: 0.3 },
  bubbles: { glyphs: [BUBBLE, OOZE, BLOB, BUBBLE, BLOB], gap: 1.05, vary: 0.35 },
  picks: { glyphs: [PICK, ORE, ORE], rare: [CART], gap: 1.1, vary: 0.25 },
  crystals: { glyphs: [CRYSTAL, SHARD, CRYSTAL], rare: [GLINT, GLINT, GLINT, GLINT], gap: 0.92, vary: 0.35 },
  cracks: { glyphs: [CRACK, FISSURE], gap: 1.1, vary: 0.3, turn: 40 },
  band: { glyphs: [SWELL, WAVE], gap: 1.2, vary: 0.2 },
};

const DOTS: Family = { glyphs: [DOT], gap: 2, vary: 0.2 };
export const KNOWN_FAMILIES: readonly string[] = Object.keys(FAMILIES);

/** A drawing of a pack's own: path data on a square of 512, as icons are. */
const ownFamily = (path: string): Family => ({ glyphs: [glyph(24, 24, ["o", path])], gap: 1.05, vary: 0.3 });

/** The drawings of a name, or of several: "trees bumps". Plain dots for one that is not known. */
export function familyOf(name: string | undefined): Family {
  const wanted = name?.trim() ?? "";
  if (/^M[\d\s.,+-]/u.test(wanted)) return ownFamily(wanted);
  const families = wanted.split(/\s+/u).flatMap((word) => FAMILIES[word] ?? []);
  const [first = DOTS, ...others] = families;
  if (!others.length) return first;
  return { ...first, glyphs: families.flatMap((family) => family.glyphs), rare: families.flatMap((family) => family.rare ?? []) };
}
