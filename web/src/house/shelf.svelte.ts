/** The tables this device has a seat at. The keys stay on this device, as the links do. */

import { api, Failure } from "../lib/api";
import { keep, recall } from "../lib/storage";

export interface Place {
  table: string;
  key: string;
  names: string[];
  when: number; // last visit
  phase: "waiting" | "playing" | "over" | "gone";
}

const NAME = "tables";
const MOST = 24;
const ASKED = 8; // how many are asked about when the list is shown

function isPlace(thing: unknown): thing is Place {
  const place = thing as Place | null;
  return typeof place?.table === "string" && typeof place.key === "string" && Array.isArray(place.names);
}

class Shelf {
  places: Place[] = $state.raw([]);

  constructor() {
    const kept = recall<unknown>(NAME, []);
    if (Array.isArray(kept)) this.places = kept.filter(isPlace).slice(0, MOST);
  }

  #set(places: Place[]): void {
    this.places = places.slice(0, MOST);
    keep(NAME, this.places);
  }

  forget(table: string): void {
    this.#set(this.places.filter((place) => place.table !== table));
  }

  /** Ask the server about a table we are at, and put it first. A spectator's link is not kept. */
  async visit(table: string, key: string): Promise<void> {
    const info = await api.table(table, key);
    if (info.mine.length === 0 && !info.owner) return;
    const names = info.seats.map((seat) => seat.name || seat.level || "");
    const place: Place = { table, key, names, when: Date.now(), phase: info.phase };
    this.#set([place, ...this.places.filter((other) => other.table !== table)]);
  }

  /** How do the latest tables stand? One that the server no longer knows is marked, not removed. */
  async refresh(): Promise<void> {
    await Promise.all(
      this.places.slice(0, ASKED).map(async ({ table, key }) => {
        try {
          const info = await api.table(table, key);
          const names = info.seats.map((seat) => seat.name || seat.level || "");
          this.#change(table, { phase: info.phase, names });
        } catch (error) {
          const gone = error instanceof Failure && (error.cause === "unknown" || error.cause === "forbidden");
          if (gone) this.#change(table, { phase: "gone" });
        }
      }),
    );
  }

  #change(table: string, change: Partial<Place>): void {
    this.#set(this.places.map((place) => (place.table === table ? { ...place, ...change } : place)));
  }
}

export const shelf = new Shelf();
