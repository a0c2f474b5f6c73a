/** Terrains with a colour in theme.css and a pattern in Patterns.svelte. Any other is drawn plainly, with its own hue. */
export const TERRAINS: ReadonlySet<string> = new Set([
  "farmland",
  "forest",
  "hill",
  "swamp",
  "mountain",
  "sea",
  "lake",
  "mushroom_forest",
  "mud_pool",
  "mine",
  "mystic_crystal",
  "black_mountain",
  "river",
  "chasm",
]);
