/** The page as its own host: requests and lines go to a worker instead of a server. It starts when it is needed. */

import { t } from "../i18n.svelte";
import { newName, whenGone } from "./lifeline";
import { HostError, type FailureCause, type FromHost, type Progress, type ToHost } from "./messages";

/** What every page needs first is in the folder as files, so that nothing waits for Python. */
const READY: readonly RegExp[] = [/^texts\/([a-z]+)$/, /^meta\?lang=([a-z]+)$/];

/** Where the game lies: `make site` writes this mark into the page of a folder that holds it. Empty: nowhere. */
export function gameFolder(): string {
  const name = document.querySelector('meta[name="smallworld-host"]')?.getAttribute("content") ?? "";
  return name && new URL(name, location.href).href;
}

interface Waiting {
  answer: (status: number, body: string) => void;
  part: (text: string) => void;
}

/** As much of a WebSocket as the table's connection uses. */
class Line extends EventTarget {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(
    private readonly id: number,
    private readonly post: (message: ToHost) => void,
    private readonly forget: (id: number) => void,
  ) {
    super();
  }

  send(text: string): void {
    this.post({ kind: "send", id: this.id, text });
  }

  close(): void {
    this.post({ kind: "close", id: this.id });
    this.forget(this.id);
  }
}

class PageHost {
  progress: Progress | null = $state.raw(null); // null: nobody has needed it yet
  failed: FailureCause | null = $state(null); // why it does not run
  forgetful = $state(false); // the browser keeps nothing
  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #lines = new Map<number, Line>();

  /** As `fetch`, for the paths of the server. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    for (const ready of READY) {
      const found = ready.exec(path);
      if (found && (init.method ?? "GET") === "GET") return fetch(`${gameFolder()}${path.split(/[/?]/)[0] ?? ""}-${found[1] ?? ""}.json`);
    }
    await this.#started();
    return this.#ask(path, init);
  }

  open(): WebSocket {
    const id = this.#next++;
    const line = new Line(
      id,
      (message) => this.#post(message),
      (gone) => this.#lines.delete(gone),
    );
    void this.#started().then(
      () => {
        this.#lines.set(id, line);
        this.#post({ kind: "open", id });
        line.onopen?.();
      },
      () => line.onclose?.(),
    );
    return line as unknown as WebSocket;
  }

  #ask(path: string, init: RequestInit): Promise<Response> {
    const id = this.#next++;
    const headers = new Headers(init.headers);
    const asked = {
      method: init.method ?? "GET",
      path,
      body: typeof init.body === "string" ? init.body : "",
      key: headers.get("X-Table-Key") ?? "",
      lang: headers.get("Accept-Language") ?? "en",
    };
    return new Promise((resolve) => {
      const lines = new TransformStream<string, Uint8Array>({ transform: (text, out) => out.enqueue(new TextEncoder().encode(text)) });
      const writer = lines.writable.getWriter();
      let streams = false;
      this.#waiting.set(id, {
        part: (text) => {
          if (!streams) resolve(new Response(lines.readable));
          streams = true;
          writer.write(text).catch(() => this.#post({ kind: "stop", id }));
        },
        answer: (status, body) => {
          if (streams) void writer.close().catch(() => undefined);
          else resolve(new Response(body, { status: status === 499 ? 503 : status }));
        },
      });
      init.signal?.addEventListener("abort", () => this.#post({ kind: "stop", id }));
      this.#post({ kind: "ask", id, asked: JSON.stringify(asked) });
    });
  }

  #started(): Promise<void> {
    if (typeof WebAssembly === "undefined") {
      this.failed = "no_wasm";
      return Promise.reject(new HostError("no_wasm", "this browser has no WebAssembly"));
    }
    this.#ready ??= new Promise((resolve, reject) => {
      this.failed = null;
      this.progress = { step: "fetching", done: 0, total: 0 };
      const life = newName();
      const worker = new Worker(new URL("./game-worker.ts", import.meta.url), { type: "module" });
      this.#worker = worker;
      const fail = (cause: FailureCause, text: string): void => {
        if (this.#worker !== worker) return; // it was given up before
        console.error(text);
        this.failed = cause;
        this.#end();
        reject(new HostError(cause, text));
      };
      worker.onerror = (event) => fail("ended", event.message);
      worker.onmessage = ({ data }: MessageEvent<FromHost>) => {
        if (data.kind === "alive") whenGone(life, () => fail("ended", "the game's worker has ended"));
        else if (data.kind === "failed") fail(data.cause, data.text);
        else if (data.kind === "forgetful") this.forgetful = true;
        else if (data.kind === "progress") {
          this.progress = data.progress;
          if (data.progress.step === "ready") resolve();
        } else this.#hear(data);
      };
      const pace = new URLSearchParams(location.search).get("pace");
      this.#post({ kind: "start", home: gameFolder(), life, pace: pace === null ? null : Number(pace) });
      // Asked once, when there is something to keep: browsers then clear other pages first when they need room.
      void (navigator.storage as StorageManager | undefined)?.persist?.().catch(() => false);
    });
    return this.#ready;
  }

  /** Once more, after a failure. */
  retry(): void {
    void this.#started().catch(() => undefined);
  }

  /** The worker is gone. What it had acknowledged is stored; the next request starts another one. */
  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    this.progress = null;
    const problem = JSON.stringify({ error: t("host.again"), faults: [] });
    for (const { answer } of this.#waiting.values()) answer(503, problem);
    this.#waiting.clear();
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    for (const line of lines) line.onclose?.();
  }

  #hear(message: FromHost): void {
    switch (message.kind) {
      case "part":
        this.#waiting.get(message.id)?.part(message.text);
        break;
      case "answer":
        this.#waiting.get(message.id)?.answer(message.status, message.body);
        this.#waiting.delete(message.id);
        break;
      case "message":
        this.#lines.get(message.id)?.onmessage?.({ data: message.text });
        break;
      case "closed": {
        const line = this.#lines.get(message.id);
        this.#lines.delete(message.id);
        line?.onclose?.();
      }
    }
  }

  #post(message: ToHost): void {
    this.#worker?.postMessage(message);
  }
}

export const pageHost = new PageHost();
