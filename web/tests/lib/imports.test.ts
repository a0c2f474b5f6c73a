import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../../src/lib/**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const SRC = "http://client/src/";

/** Everything a file imports from files of the client, as paths inside `src`. */
function imported(file: string, source: string): string[] {
  const found = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/g);
  const here = new URL(file.replace("../../src/", SRC));
  return [...found].map(([, path]) => new URL(path as string, here).href.replace(SRC, ""));
}

test("an import is found in all its forms", () => {
  const source = `import { a } from "./a";\nimport type {\n  B,\n} from "../wire";\nimport "../theme.css";
    export * from "../table/turn";\nconst late = await import("../pages/open");`;
  const forms = ["lib/a", "wire", "theme.css", "table/turn", "pages/open"];
  expect(imported("../../src/lib/x.ts", source)).toEqual(forms);
});

test("lib imports nothing above it: only itself and the types of the messages", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(10);
  const upward = Object.entries(sources).flatMap(([file, source]) =>
    imported(file, source)
      .filter((path) => path !== "wire" && !path.startsWith("lib/"))
      .map((path) => `${file} imports ${path}`),
  );
  expect(upward).toEqual([]);
});
