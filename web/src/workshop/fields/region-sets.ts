/**
 * Region sets as a file writes them, and as a form shows them. A set is one or several groups ("or else"); a group is
 * one or several lines that must all be true ("and"); a line is some names of which one is enough, with or without a
 * word before them: `(a or b) and beside c`. Which words and names there are is told by the server.
 */

export interface SetLine {
  before: string; // empty: the regions themselves
  names: readonly string[]; // as a file writes them: `name`, `terrain name`
}

export type SetGroup = readonly SetLine[];

export interface SetWords {
  before: readonly string[]; // "not", "beside", "beside held"
}

type Tree = { name: string } | { before: string; of: Tree } | { between: "and" | "or"; parts: readonly Tree[] };

const TOKEN = /\s*([a-z][a-z0-9_]*|[()])/y;
const KINDS = ["terrain", "symbol"]; // may stand before a name that means two things
const DEPTH = 8;

class Unreadable extends Error {}

class Reader {
  #tokens: string[];
  #at = 0;
  #before: readonly string[][]; // longest first

  constructor(text: string, words: SetWords) {
    this.#tokens = tokens(text);
    this.#before = words.before.map((word) => word.split(" ")).sort((a, b) => b.length - a.length);
  }

  read(): Tree {
    const tree = this.#either(DEPTH);
    if (this.#at < this.#tokens.length) throw new Unreadable();
    return tree;
  }

  #take(words: readonly string[]): boolean {
    if (!words.every((word, at) => this.#tokens[this.#at + at] === word)) return false;
    this.#at += words.length;
    return true;
  }

  #either(depth: number): Tree {
    return this.#joined("or", () => this.#joined("and", () => this.#one(depth)));
  }

  #joined(between: "and" | "or", part: () => Tree): Tree {
    const first = part();
    const parts = [first];
    while (this.#take([between])) parts.push(part());
    return parts.length > 1 ? { between, parts } : first;
  }

  #one(depth: number): Tree {
    if (depth === 0) throw new Unreadable();
    for (const words of this.#before) if (this.#take(words)) return { before: words.join(" "), of: this.#one(depth - 1) };
    if (this.#take(["("])) {
      const inside = this.#either(depth - 1);
      if (!this.#take([")"])) throw new Unreadable();
      return inside;
    }
    const word = this.#tokens[this.#at++];
    if (word === undefined || ["and", "or", ")"].includes(word)) throw new Unreadable();
    return { name: KINDS.includes(word) ? `${word} ${this.#tokens[this.#at++] ?? ""}` : word };
  }
}

function tokens(text: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    found.push(match[1] as string);
    end = TOKEN.lastIndex;
  }
  if (text.slice(end).trim()) throw new Unreadable();
  return found;
}

function lineOf(tree: Tree): SetLine | null {
  if ("before" in tree) {
    const inside = lineOf(tree.of);
    return inside && inside.before === "" ? { before: tree.before, names: inside.names } : null;
  }
  if ("name" in tree) return { before: "", names: [tree.name] };
  if (tree.between !== "or" || !tree.parts.every((part) => "name" in part)) return null;
  return { before: "", names: tree.parts.map((part) => part.name) };
}

function groupOf(tree: Tree): SetGroup | null {
  const parts = "between" in tree && tree.between === "and" ? tree.parts : [tree];
  const lines = parts.map(lineOf);
  return lines.every((line) => line !== null) ? lines : null;
}

/** The set as a form shows it; null: it is written in a way that no form shows, and stays as it is. */
export function readRegionSet(text: string, words: SetWords): SetGroup[] | null {
  let tree: Tree;
  try {
    tree = new Reader(text, words).read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  const whole = groupOf(tree);
  if (whole) return [whole];
  if (!("between" in tree) || tree.between !== "or") return null;
  // Single names side by side are one line, however they were mixed with other sets.
  const plain = tree.parts.filter((part) => "name" in part);
  const others = tree.parts.filter((part) => !("name" in part)).map(groupOf);
  if (!others.every((group) => group !== null)) return null;
  const first: SetGroup[] = plain.length ? [[{ before: "", names: plain.map((part) => part.name) }]] : [];
  return [...first, ...others];
}

export function writeRegionSet(groups: readonly SetGroup[]): string {
  const full = groups.map((group) => group.filter((line) => line.names.length > 0)).filter((group) => group.length > 0);
  return full.map((group) => group.map((line) => writeLine(line, group.length > 1)).join(" and ")).join(" or ");
}

function writeLine({ before, names }: SetLine, beside: boolean): string {
  const text = names.join(" or ");
  if (names.length < 2) return [before, text].filter(Boolean).join(" ");
  return before ? `${before} (${text})` : beside ? `(${text})` : text;
}

/** With a name more, or less. */
export function withNameToggled(line: SetLine, name: string): SetLine {
  const names = line.names.includes(name) ? line.names.filter((other) => other !== name) : [...line.names, name];
  return { ...line, names };
}
