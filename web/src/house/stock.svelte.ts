/** What the server tells once for each language: fetched when a page wants it, and again when the language changes. */

import { untrack } from "svelte";
import type { Board, Library, Looks, Meta, Stages } from "../wire";
import { api, explain } from "../lib/api";
import { spoken } from "../lib/i18n.svelte";
import { looks } from "../lib/looks.svelte";
import type { Lang } from "../lib/settings.svelte";

class Stock<T extends { looks?: Looks }> {
  value: T | null = $state.raw(null);
  error = $state("");
  #lang: Lang | null = null;
  #fetch: () => Promise<T>;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  /** For an effect: follows the language. What was there stays until the new answer comes. */
  want(): void {
    const lang = spoken();
    untrack(() => {
      if (this.#lang !== lang) void this.load();
    });
  }

  async load(): Promise<void> {
    const lang = spoken();
    this.#lang = lang;
    this.error = "";
    try {
      const value = await this.#fetch();
      if (this.#lang !== lang) return;
      looks.learn(value.looks);
      this.value = value;
    } catch (error) {
      if (this.#lang !== lang) return;
      this.#lang = null;
      this.error = explain(error);
    }
  }
}

export const meta = new Stock<Meta>(api.meta);
export const lessons = new Stock<Stages & { looks?: Looks }>(api.stages);

const libraries = new Map<string, Stock<Library>>();

/** The encyclopedia of some packs, on one of their boards if it is named, with what was chosen there. */
export function libraryOf(
  packs: readonly string[] = [],
  board = "",
  options: Readonly<Record<string, string>> = {},
  homebrew: readonly string[] = [],
): Stock<Library> {
  const chosen = Object.entries(options)
    .map(([name, value]) => `${name}.${value}`)
    .sort()
    .join("-");
  const key = [packs.join("+"), board, chosen, ...homebrew].join("/");
  let found = libraries.get(key);
  if (!found) {
    found = new Stock<Library>(() => (homebrew.length ? api.brewed({ packs: [...packs], board, options, homebrew: [...homebrew] }) : api.library(packs, board, chosen)));
    libraries.set(key, found);
  }
  return found;
}

/** The encyclopedia of a table: its board says whose pieces are in play. */
export function libraryAt(board: Board): Stock<Library> {
  return libraryOf(board.packs, board.id, {}, board.homebrew);
}

export type LibraryStock = Stock<Library>;
