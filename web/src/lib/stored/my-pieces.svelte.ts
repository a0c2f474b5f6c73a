/** The pieces somebody designs in this browser. They never leave it, unless they are saved, shared or played. */

import { MAX_PIECE_BYTES } from "../piece-link";
import { keepDamaged, readText, writeText } from "../storage";

export type PackData = Record<string, unknown>;

export interface MyPiece {
  id: string; // of this browser alone
  when: number; // last change
  data: PackData; // the pack as a file says it
}

const PLACE = "brews";
export const MAX_PIECES = 60;

function isMyPiece(thing: unknown): thing is MyPiece {
  const saved = thing as MyPiece | null;
  return typeof saved?.id === "string" && typeof saved.when === "number" && isPackData(saved.data);
}

export function isPackData(thing: unknown): thing is PackData {
  return typeof thing === "object" && thing !== null && !Array.isArray(thing);
}

export class MyPieces {
  all: readonly MyPiece[] = $state.raw([]); // the latest first
  /** Where an unreadable list was put; empty: there was none. */
  damagedCopy = $state("");
  isStored = $state(true); // the browser keeps them

  constructor() {
    const text = readText(PLACE);
    if (text === null) return;
    try {
      const found: unknown = JSON.parse(text);
      if (!Array.isArray(found) || !found.every(isMyPiece)) throw new Error("not a list of pieces");
      this.all = found;
    } catch {
      this.damagedCopy = keepDamaged(PLACE, text);
    }
  }

  get full(): boolean {
    return this.all.length >= MAX_PIECES;
  }

  find(id: string): MyPiece | undefined {
    return this.all.find((saved) => saved.id === id);
  }

  /** One more piece; null: the list is full, or the piece is too big for it. */
  add(data: PackData): MyPiece | null {
    if (this.full || JSON.stringify(data).length > MAX_PIECE_BYTES) return null;
    const saved = { id: newId(), when: Date.now(), data };
    this.#set([saved, ...this.all]);
    return saved;
  }

  /** A piece as it is now. It keeps its place, so that the list does not jump while somebody types. */
  change(id: string, data: PackData): void {
    this.#set(this.all.map((saved) => (saved.id === id ? { ...saved, data, when: Date.now() } : saved)));
  }

  /** Taken away; it can be put back where it was. */
  remove(id: string): () => void {
    const at = this.all.findIndex((saved) => saved.id === id);
    const saved = this.all[at];
    this.#set(this.all.filter((other) => other.id !== id));
    return () => {
      if (saved && !this.find(id)) this.#set([...this.all.slice(0, at), saved, ...this.all.slice(at)]);
    };
  }

  #set(all: readonly MyPiece[]): void {
    this.all = all;
    this.isStored = writeText(PLACE, JSON.stringify(all));
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const myPieces = new MyPieces();
