/** The calls of a `Journal` where the browser keeps nothing: everything is here, and ends with the page. */

import type { EntryRow, SnapshotRow, TableRow } from "./journal";

export class MemoryJournal {
  #tables = new Map<string, { row: TableRow; entries: EntryRow[]; snapshot: SnapshotRow | null }>();

  #calls: Record<string, (...args: never[]) => unknown> = {
    create: (row: TableRow, entries: EntryRow[]) => void this.#tables.set(row.id, { row, entries, snapshot: null }),
    append: (entry: EntryRow) => {
      const entries = this.#entries(entry.table);
      if (entries.some(({ version }) => version === entry.version)) return false;
      entries.push(entry);
      return true;
    },
    remove: (id: string) => this.#tables.delete(id),
    table: (id: string) => this.#tables.get(id)?.row ?? null,
    entries: (id: string, version: number) => this.#entries(id).filter((entry) => entry.version > version),
    snapshot: (id: string) => this.#tables.get(id)?.snapshot ?? null,
    versions: (ids: string[]) => Object.fromEntries(ids.map((id) => [id, this.#entries(id).length])),
    keep: (rows: SnapshotRow[]) => {
      for (const row of rows) {
        const table = this.#tables.get(row.table);
        if (table) table.snapshot = row;
      }
    },
    waiting: () => false,
    absences: () => [],
  };

  #entries(id: string): EntryRow[] {
    return this.#tables.get(id)?.entries ?? [];
  }

  /** What tells when no tab was open (`beat`, `comeBack`) and what is due (`note`) has no use here. */
  call = (name: string, args: string): Promise<string> => {
    const answer = this.#calls[name]?.(...(JSON.parse(args) as never[])) ?? null;
    return Promise.resolve(JSON.stringify(answer));
  };
}
