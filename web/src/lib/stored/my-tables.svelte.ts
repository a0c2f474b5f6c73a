/** The tables this device has a seat at. The keys stay on this device, as the links do. */

import { api, ApiError } from "../api";
import { saveStored, loadStored } from "../storage";

export interface MyTable {
  table: string;
  key: string;
  names: string[];
  when: number; // last visit
  phase: "waiting" | "playing" | "over" | "gone";
}

const NAME = "tables";
const MOST = 24;
const ASKED = 8; // how many are asked about when the list is shown

function isMyTable(thing: unknown): thing is MyTable {
  const entry = thing as MyTable | null;
  return typeof entry?.table === "string" && typeof entry.key === "string" && Array.isArray(entry.names);
}

class MyTables {
  tables: MyTable[] = $state.raw([]);

  constructor() {
    const kept = loadStored<unknown>(NAME, []);
    if (Array.isArray(kept)) this.tables = kept.filter(isMyTable).slice(0, MOST);
  }

  #set(tables: MyTable[]): void {
    this.tables = tables.slice(0, MOST);
    saveStored(NAME, this.tables);
  }

  forget(table: string): void {
    this.#set(this.tables.filter((entry) => entry.table !== table));
  }

  /** Out of the list and out of the storage: where it is in this browser only, nobody else can open it. */
  async delete({ table, key }: MyTable): Promise<void> {
    try {
      await api.deleteTable(table, key);
    } catch (error) {
      if (!(error instanceof ApiError) || error.cause === "unreachable") throw error;
    }
    this.forget(table);
  }

  /** Ask the server about a table we are at, and put it first. A spectator's link is not kept. */
  async visit(table: string, key: string): Promise<void> {
    const info = await api.table(table, key);
    if (info.mine.length === 0 && !info.owner) return;
    const names = info.seats.map((seat) => seat.name || seat.level || "");
    const entry: MyTable = { table, key, names, when: Date.now(), phase: info.phase };
    this.#set([entry, ...this.tables.filter((other) => other.table !== table)]);
  }

  /** How do the latest tables stand? One that the server no longer knows is marked, not removed. */
  async refresh(): Promise<void> {
    await Promise.all(
      this.tables.slice(0, ASKED).map(async ({ table, key }) => {
        try {
          const info = await api.table(table, key);
          const names = info.seats.map((seat) => seat.name || seat.level || "");
          this.#change(table, { phase: info.phase, names });
        } catch (error) {
          const gone = error instanceof ApiError && (error.cause === "unknown" || error.cause === "forbidden");
          if (gone) this.#change(table, { phase: "gone" });
        }
      }),
    );
  }

  #change(table: string, change: Partial<MyTable>): void {
    this.#set(this.tables.map((entry) => (entry.table === table ? { ...entry, ...change } : entry)));
  }
}

export const myTables = new MyTables();
