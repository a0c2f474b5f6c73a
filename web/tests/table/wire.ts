import { TableStore } from "../../src/lib/connection/table-store.svelte";
import type { Picture, TableInfo, ToClient } from "../../src/wire";

/** A socket that is played by hand. */
export class Wire {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readyState = 1;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  says(message: ToClient | Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  last(type: string): Record<string, unknown> | undefined {
    return this.sent.filter((message) => message.type === type).at(-1);
  }
}

/** Somebody who has just been welcomed at a table. */
export function seated(table: Partial<TableInfo>, picture: Picture): { wire: Wire; store: TableStore } {
  const wire = new Wire();
  const wires = { open: () => wire as unknown as WebSocket, now: () => 0, later: () => 0, forget: () => undefined, random: () => 0 };
  const store = new TableStore("table-12", "key-1234567890123456", wires);
  store.start();
  wire.onopen?.();
  wire.says({ type: "welcome", table, picture });
  return { wire, store };
}
