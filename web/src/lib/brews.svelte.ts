/** The pieces somebody designs in this browser. They never leave it, unless they are saved, shared or played. */

import { MOST_BYTES } from "./brewlink";
import { putAside, readText, writeText } from "./storage";

export type Data = Record<string, unknown>;

export interface Brew {
  id: string; // of this browser alone
  when: number; // last change
  data: Data; // the pack as a file says it
}

const PLACE = "brews";
export const MOST = 60;

function isBrew(thing: unknown): thing is Brew {
  const brew = thing as Brew | null;
  return typeof brew?.id === "string" && typeof brew.when === "number" && isData(brew.data);
}

export function isData(thing: unknown): thing is Data {
  return typeof thing === "object" && thing !== null && !Array.isArray(thing);
}

export class Brews {
  all: readonly Brew[] = $state.raw([]); // the latest first
  /** Where an unreadable shelf was put; empty: there was none. */
  aside = $state("");
  kept = $state(true); // the browser keeps them

  constructor() {
    const text = readText(PLACE);
    if (text === null) return;
    try {
      const found: unknown = JSON.parse(text);
      if (!Array.isArray(found) || !found.every(isBrew)) throw new Error("not a shelf");
      this.all = found;
    } catch {
      this.aside = putAside(PLACE, text);
    }
  }

  get full(): boolean {
    return this.all.length >= MOST;
  }

  find(id: string): Brew | undefined {
    return this.all.find((brew) => brew.id === id);
  }

  /** One more piece; null: the shelf is full, or the piece is too big for it. */
  add(data: Data): Brew | null {
    if (this.full || JSON.stringify(data).length > MOST_BYTES) return null;
    const brew = { id: newId(), when: Date.now(), data };
    this.#set([brew, ...this.all]);
    return brew;
  }

  /** A piece as it is now. It keeps its place, so that the list does not jump while somebody types. */
  change(id: string, data: Data): void {
    this.#set(this.all.map((brew) => (brew.id === id ? { ...brew, data, when: Date.now() } : brew)));
  }

  /** Taken away; it can be put back where it was. */
  remove(id: string): () => void {
    const at = this.all.findIndex((brew) => brew.id === id);
    const brew = this.all[at];
    this.#set(this.all.filter((other) => other.id !== id));
    return () => {
      if (brew && !this.find(id)) this.#set([...this.all.slice(0, at), brew, ...this.all.slice(at)]);
    };
  }

  #set(all: readonly Brew[]): void {
    this.all = all;
    this.kept = writeText(PLACE, JSON.stringify(all));
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const brews = new Brews();
