/** What the server tells once for each language: fetched when a page wants it, and again when the language changes. */

import { untrack } from "svelte";
import type { Library, Meta } from "../wire";
import { api, explain } from "../lib/api";
import { spoken } from "../lib/i18n.svelte";
import type { Lang } from "../lib/settings.svelte";

class Stock<T> {
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
      if (this.#lang === lang) this.value = value;
    } catch (error) {
      if (this.#lang !== lang) return;
      this.#lang = null;
      this.error = explain(error);
    }
  }
}

export const meta = new Stock<Meta>(api.meta);
export const library = new Stock<Library>(api.library);
