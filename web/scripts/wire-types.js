// Writes src/wire.ts from the server's own schema, so that no message is described twice.
// The schema comes on standard input:  python -m smallworld.server.wire.schema | npm run types
import { writeFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const { languages, ...schema } = await json(process.stdin);
const banner = "// Generated from src/smallworld/server/wire by `make web`. Do not edit.";
const code = await compile(schema, "Wire", {
  bannerComment: banner,
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  strictIndexSignatures: true,
  style: { printWidth: 110 },
});
const list = `export const LANGUAGES = ${JSON.stringify(languages)} as const;\n`;
writeFileSync(new URL("../src/wire.ts", import.meta.url), code + list);
