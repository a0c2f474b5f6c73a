/**
 * Runs Python code with the game of the site, in the page's Python, without a browser: for tests and measurements.
 * The argument is the game's folder; the code comes from standard input, and what it prints goes to standard output.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";

const python = await loadPyodide({ stdout: (line) => process.stdout.write(`${line}\n`) });
python.unpackArchive(new Uint8Array(readFileSync(join(process.argv[2], "game.zip"))), "zip", { extractDir: "/game" });
python.runPython("import sys; sys.path.insert(0, '/game')");
python.runPython(readFileSync(0, "utf8"));
