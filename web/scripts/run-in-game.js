/**
 * Runs Python code with the game of the site, in the page's Python, without a browser: for tests and measurements.
 * The argument is the game's folder; the code comes from standard input, and what it prints goes to standard output.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const python = await loadPyodide({ stdLibURL: resolve(folder, "python_stdlib.zip"), stdout: (line) => process.stdout.write(`${line}\n`) });
python.unpackArchive(new Uint8Array(readFileSync(join(folder, "game.zip"))), "zip", { extractDir: "/game" });
python.runPython("import sys; sys.path.insert(0, '/game')");
python.runPython(await text(process.stdin));
