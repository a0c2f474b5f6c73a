/** The one thing a test wants from Node: the texts lie outside the client's folder. */
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf-8"): string;
}
