// Writes src/icons/generated.ts: of the four thousand game icons only those that are named: by the client's own
// signs in src/icons/ui-icons.json ("kind.id": icon), and by the looks of packs, whose list comes on standard input:
//   python -m tools.web --generate
import { readFileSync, writeFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import { rounded } from "./path.js";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));
const map = read("../src/icons/ui-icons.json");
const set = read("../node_modules/@iconify-json/game-icons/icons.json");
const info = read("../node_modules/@iconify-json/game-icons/info.json");

/** The icon's path data. All icons of the set are paths in one colour on a square of 512. */
function pathOf(name) {
  const icon = set.icons[set.aliases?.[name]?.parent ?? name];
  if (!icon) return null;
  const paths = [...icon.body.matchAll(/ d="([^"]+)"/g)].map((match) => match[1]);
  return paths.length ? paths.map(rounded).join("") : null;
}

const drawn = {};
const missing = [];
const named = await json(process.stdin);
for (const name of new Set([...Object.values(map), ...named])) {
  const path = pathOf(name);
  if (path === null) missing.push(name);
  else drawn[name] = path;
}
if (missing.length) {
  console.error(`icons.js: the set has no icon called ${missing.join(", ")}`);
  process.exit(1);
}

const credit = {
  set: info.name,
  author: info.author.name,
  url: info.author.url,
  licence: info.license.title,
  licenceUrl: info.license.url,
  icons: Object.keys(drawn).sort(),
};
const literal = (value) => JSON.stringify(value, null, 2);
writeFileSync(
  new URL("../src/icons/generated.ts", import.meta.url),
  `// Generated from ui-icons.json and the looks of packs by \`npm run icons\`. Do not edit.

export const PATHS: Readonly<Record<string, string>> = ${literal(drawn)};

export const CREDIT = ${literal(credit)} as const;
`,
);
