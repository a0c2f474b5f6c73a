/**
 * Once, here, and not for each request: `name.br` and `name.gz` beside every file of a folder that is worth it.
 * Fonts are compressed already. Node has both ways built in, so that nobody needs another package for it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH = 1000; // bytes
const folder = process.argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|html|svg|json|webmanifest|txt)$/.test(name)) continue;
  const path = join(folder, name);
  const data = readFileSync(path);
  if (data.length < WORTH) continue;
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_LGWIN]: 22 };
  writeFileSync(`${path}.br`, brotliCompressSync(data, { params }));
  writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
}
