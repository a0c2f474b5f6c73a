/**
 * Tables in the browser's storage: a header that never changes and a journal that only grows, as in the server's
 * database. What a call promises is durable when the promise is kept. Other tabs use the same storage: an entry whose
 * number is taken is refused, and the table reads what was written instead.
 */

const NAME = "smallworld";
const VERSION = 1;
const STORES = ["tables", "entries", "snapshots", "facts"] as const;
type Store = (typeof STORES)[number];

export interface TableRow {
  id: string;
  header: unknown;
  touched: number;
  due: number | null;
}

export interface EntryRow {
  table: string;
  version: number;
  at: number;
  kind: string;
  body: unknown;
}

export interface SnapshotRow {
  table: string;
  body: { version: number };
}

interface Fact {
  name: string;
  value: unknown;
}

/** All entries of a table after a version. */
const after = (table: string, version: number): IDBKeyRange => IDBKeyRange.bound([table, version], [table, Infinity], true);

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
}

const found = <T>(request: IDBRequest): Promise<T | undefined> => result(request as IDBRequest<T | undefined>);

export function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const database = request.result;
    database.createObjectStore("tables", { keyPath: "id" });
    database.createObjectStore("entries", { keyPath: ["table", "version"] });
    database.createObjectStore("snapshots", { keyPath: "table" });
    database.createObjectStore("facts", { keyPath: "name" });
  };
  return result(request);
}

export class Journal {
  constructor(private readonly database: IDBDatabase) {}

  /** A call of Python: its arguments and its answer are JSON. */
  call = async (name: string, args: string): Promise<string> => {
    const calls = this as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const method = calls[name];
    if (!method) throw new Error(`no call ${name}`);
    try {
      return JSON.stringify((await method.apply(this, JSON.parse(args) as unknown[])) ?? null);
    } catch (error) {
      throw new Error(String(error), { cause: error }); // Python cannot take every kind of error that browsers throw
    }
  };

  /** One transaction. Strict: browsers otherwise say that it is done before the disk has it. */
  async #change<T>(work: (store: (name: Store) => IDBObjectStore) => Promise<T>): Promise<T> {
    const transaction = this.database.transaction(STORES, "readwrite", { durability: "strict" });
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("storage"));
    });
    ended.catch(() => undefined); // reported below, unless the work itself fails first
    const value = await work((name) => transaction.objectStore(name));
    await ended;
    return value;
  }

  #read<T>(store: Store, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return result(work(this.database.transaction(store).objectStore(store)));
  }

  create(row: TableRow, entries: EntryRow[]): Promise<void> {
    return this.#change(async (store) => {
      store("tables").add(row);
      for (const entry of entries) store("entries").add(entry);
    });
  }

  /** Whether the entry is written; false if another tab wrote one with this number before. */
  append(entry: EntryRow): Promise<boolean> {
    return this.#change(async (store) => {
      const [table, taken] = await Promise.all([
        found<TableRow>(store("tables").get(entry.table)),
        result(store("entries").getKey([entry.table, entry.version])),
      ]);
      if (!table) throw new Error("the table was deleted");
      if (taken !== undefined) return false;
      store("entries").add(entry);
      return true;
    });
  }

  remove(id: string): Promise<boolean> {
    return this.#change(async (store) => {
      const known = (await result(store("tables").getKey(id))) !== undefined;
      store("tables").delete(id);
      store("entries").delete(after(id, -1));
      store("snapshots").delete(id);
      return known;
    });
  }

  table(id: string): Promise<unknown> {
    return this.#read("tables", (store) => store.get(id));
  }

  entries(id: string, version: number): Promise<EntryRow[]> {
    return this.#read("entries", (store) => store.getAll(after(id, version)) as IDBRequest<EntryRow[]>);
  }

  snapshot(id: string): Promise<unknown> {
    return this.#read("snapshots", (store) => store.get(id));
  }

  keep(rows: SnapshotRow[]): Promise<void> {
    return this.#change(async (store) => {
      for (const row of rows) {
        const old = await found<SnapshotRow>(store("snapshots").get(row.table));
        if (!old || old.body.version < row.body.version) store("snapshots").put(row);
      }
    });
  }

  async versions(ids: string[]): Promise<Record<string, number>> {
    const counts = await Promise.all(ids.map((id) => this.#read("entries", (store) => store.count(after(id, -1)))));
    return Object.fromEntries(ids.map((id, place) => [id, counts[place] ?? 0]));
  }

  note(due: Record<string, number | null>, touched: Record<string, number>): Promise<void> {
    return this.#change(async (store) => {
      for (const id of new Set([...Object.keys(due), ...Object.keys(touched)])) {
        const row = await found<TableRow>(store("tables").get(id));
        if (row) store("tables").put({ ...row, due: id in due ? due[id] : row.due, touched: touched[id] ?? row.touched });
      }
    });
  }

  async waiting(): Promise<boolean> {
    const rows = (await this.#read("tables", (store) => store.getAll())) as TableRow[];
    return rows.some((row) => row.due !== null);
  }

  // When no tab was open, so that no clock runs meanwhile.

  beat(now: number): Promise<void> {
    return this.#change(async (store) => void store("facts").put({ name: "pulse", value: now }));
  }

  comeBack(now: number, away: number): Promise<void> {
    return this.#change(async (store) => {
      const last = (await found<Fact>(store("facts").get("pulse")))?.value as number | undefined;
      if (last === undefined || now - last <= away) return;
      const times = ((await found<Fact>(store("facts").get("absences")))?.value ?? []) as [number, number][];
      store("facts").put({ name: "absences", value: [...times, [last, now]] });
      store("facts").put({ name: "pulse", value: now });
    });
  }

  async absences(since: number): Promise<[number, number][]> {
    const fact = (await this.#read("facts", (store) => store.get("absences"))) as Fact | undefined;
    return ((fact?.value ?? []) as [number, number][]).filter(([, back]) => back > since);
  }
}
