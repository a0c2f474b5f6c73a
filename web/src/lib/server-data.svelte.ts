/** What the server tells once for each language: fetched when a page wants it, and again when the language changes. */

import { untrack } from "svelte";
import type { Board, Library, Looks, Meta, Stages } from "../wire";
import { api, errorText } from "./api";
import { currentLang } from "./i18n.svelte";
import { looks } from "./looks.svelte";
import type { Lang } from "./settings.svelte";

class ServerData<T extends { looks?: Looks }> {
  value: T | null = $state.raw(null);
  error = $state("");
  #lang: Lang | null = null;
  #fetch: () => Promise<T>;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  /** For an effect: follows the language. What was there stays until the new answer comes. */
  ensureLoaded(): void {
    const lang = currentLang();
    untrack(() => {
      if (this.#lang !== lang) void this.load();
    });
  }

  async load(): Promise<void> {
    const lang = currentLang();
    this.#lang = lang;
    this.error = "";
    try {
      const value = await this.#fetch();
      if (this.#lang !== lang) return;
      looks.add(value.looks);
      this.value = value;
    } catch (error) {
      if (this.#lang !== lang) return;
      this.#lang = null;
      this.error = errorText(error);
    }
  }
}

export const meta = new ServerData<Meta>(api.meta);
export const lessons = new ServerData<Stages & { looks?: Looks }>(api.stages);

const libraries = new Map<string, ServerData<Library>>();

/** The encyclopedia of some packs, on one of their boards if it is named, with what was chosen there. */
export function libraryOf(
  packs: readonly string[] = [],
  board = "",
  options: Readonly<Record<string, string>> = {},
  homebrew: readonly string[] = [],
): ServerData<Library> {
  const chosen = Object.entries(options)
    .map(([name, value]) => `${name}.${value}`)
    .sort()
    .join("-");
  const key = [packs.join("+"), board, chosen, ...homebrew].join("/");
  let found = libraries.get(key);
  if (!found) {
    found = new ServerData<Library>(() =>
      homebrew.length ? api.brewed({ packs: [...packs], board, options, homebrew: [...homebrew] }) : api.library(packs, board, chosen),
    );
    libraries.set(key, found);
  }
  return found;
}

/** The encyclopedia of a table: its board says whose pieces are in play. */
export function libraryOfBoard(board: Board): ServerData<Library> {
  return libraryOf(board.packs, board.id, {}, board.homebrew);
}
