/** The worker in which the tables of a page live: `smallworld.server.page.host`, with the browser's storage. */

import { Journal, openDatabase } from "./journal";
import { live } from "./lifeline";
import { MemoryJournal } from "./memory-journal";
import { HostError, type FromHost, type ToHost } from "./messages";
import { startPython } from "./python";
import { Thinking } from "./thinking";

interface Line {
  receive: (text: string) => void;
  close: () => void;
  destroy: () => void;
}

interface Host {
  start: () => Promise<void>;
  request: (id: number, asked: string, part: (text: string) => void) => Promise<string>;
  stop: (id: number) => void;
  open: (send: (text: string) => void, closed: () => void) => Line;
}

const tell = (message: FromHost): void => postMessage(message);
const lines = new Map<number, Line>();
let host: Host;

/** The browser's storage; if it refuses, tables live as long as the page does, and the page says so. */
async function openJournal(): Promise<{ call: Journal["call"] }> {
  try {
    return new Journal(await openDatabase());
  } catch (error) {
    if (error instanceof DOMException && error.name === "VersionError") throw new HostError("newer", String(error));
    console.warn(`no storage: ${String(error)}`);
    tell({ kind: "forgetful" });
    return new MemoryJournal();
  }
}

async function start(home: string, life: string, pace: number | null): Promise<void> {
  try {
    await live(life);
    tell({ kind: "alive" });
    const thinking = new Thinking(home, navigator.hardwareConcurrency || 2);
    const journal = await openJournal();
    const python = await startPython(home, (progress) => tell({ kind: "progress", progress }));
    python.runPython("from smallworld.server.page.host import Host");
    const make = python.globals.get("Host") as (...parts: unknown[]) => Host;
    host = pace === null ? make(journal.call, thinking.ask, thinking.stop) : make(journal.call, thinking.ask, thinking.stop, pace);
    await host.start();
    thinking.warmUp();
    tell({ kind: "progress", progress: { step: "ready" } });
  } catch (error) {
    tell({ kind: "failed", cause: error instanceof HostError ? error.cause : "start", text: String(error) });
  }
}

async function ask(id: number, asked: string): Promise<void> {
  const answer = JSON.parse(await host.request(id, asked, (text) => tell({ kind: "part", id, text }))) as { status: number; body: string };
  tell({ kind: "answer", id, ...answer });
}

onmessage = ({ data }: MessageEvent<ToHost>) => {
  switch (data.kind) {
    case "start":
      void start(data.home, data.life, data.pace);
      break;
    case "ask":
      void ask(data.id, data.asked);
      break;
    case "stop":
      host.stop(data.id);
      break;
    case "open": {
      const id = data.id;
      lines.set(
        id,
        host.open(
          (text) => tell({ kind: "message", id, text }),
          () => tell({ kind: "closed", id }),
        ),
      );
      break;
    }
    case "send":
      lines.get(data.id)?.receive(data.text);
      break;
    case "close":
      lines.get(data.id)?.close();
      lines.delete(data.id);
  }
};
