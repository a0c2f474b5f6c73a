/**
 * The line to the server. It says hello, notices when the line is cut, and comes back by itself: the welcome after
 * each hello carries the whole table, so nothing has to be caught up by hand.
 */

import { host } from "../host/host";
import type { Hello, ToClient, ToServer } from "../../wire";

export type ConnectionState =
  | { is: "connecting" } // the first time
  | { is: "open" }
  | { is: "lost"; attempt: number; retryAt: number }
  | { is: "refused"; code: string; text: string }; // no use in trying again

export interface SocketParts {
  open: (url: string) => WebSocket;
  now: () => number;
  later: (run: () => void, milliseconds: number) => number;
  forget: (timer: number) => void;
  random: () => number;
}

const BROWSER: SocketParts = {
  open: (url) => host().open(url),
  now: () => Date.now(),
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  forget: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const WELCOME_WITHIN = 10_000;
const FINAL: ReadonlySet<string> = new Set(["no_table", "damaged", "other_version", "newer"]);

/** How long to wait before an attempt: doubling, never all clients at the same moment. */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) * (0.75 + random / 2);
}

export interface SocketListener {
  state: (state: ConnectionState) => void;
  message: (message: ToClient) => void;
}

export class TableSocket {
  #socket: WebSocket | null = null;
  #state: ConnectionState = { is: "connecting" };
  #attempt = 0;
  #timer: number | null = null;

  constructor(
    private readonly url: string,
    private readonly hello: () => Hello,
    private readonly listener: SocketListener,
    private readonly wires: SocketParts = BROWSER,
  ) {}

  get state(): ConnectionState {
    return this.#state;
  }

  start(): void {
    this.#connect();
  }

  /** Try again now instead of waiting: the network is back, or somebody asks for it. */
  retryNow(): void {
    if (this.#state.is === "lost" && !this.#socket) this.#connect();
  }

  stop(): void {
    this.#clearTimer();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Whether the message went out. While the line is cut nothing is kept for later: the table may have moved on. */
  send(message: ToServer): boolean {
    if (this.#state.is !== "open" || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #connect(): void {
    this.#clearTimer();
    const socket = this.wires.open(this.url);
    this.#socket = socket;
    // Messages of a socket that has been given up must not reach anybody.
    const current = (): boolean => this.#socket === socket;
    socket.onopen = () => {
      if (current()) socket.send(JSON.stringify(this.hello()));
    };
    socket.onmessage = (event: MessageEvent) => {
      if (current()) this.#hear(String(event.data));
    };
    socket.onclose = () => {
      if (current()) this.#lost();
    };
    // A server that accepts and then says nothing is as good as none.
    this.#timer = this.wires.later(() => {
      if (current() && this.#state.is !== "open") {
        this.#lost();
        socket.close();
      }
    }, WELCOME_WITHIN);
  }

  #hear(text: string): void {
    let message: ToClient;
    try {
      message = JSON.parse(text) as ToClient;
    } catch {
      return; // not for us
    }
    if (message.type === "welcome") {
      this.#attempt = 0;
      this.#clearTimer();
      this.#state = { is: "open" }; // whoever reads the welcome may answer at once
      this.listener.message(message);
      this.listener.state(this.#state);
      return;
    }
    if (message.type === "trouble" && FINAL.has(message.code)) {
      this.stop();
      this.#become({ is: "refused", code: message.code, text: message.text });
      return;
    }
    this.listener.message(message);
  }

  #lost(): void {
    this.#clearTimer();
    this.#socket = null;
    this.#attempt += 1;
    const wait = retryDelay(this.#attempt, this.wires.random());
    this.#become({ is: "lost", attempt: this.#attempt, retryAt: this.wires.now() + wait });
    this.#timer = this.wires.later(() => this.#connect(), wait);
  }

  #clearTimer(): void {
    if (this.#timer !== null) this.wires.forget(this.#timer);
    this.#timer = null;
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    this.listener.state(state);
  }
}

/** Where the line goes: the same place as the page. */
export function socketUrl(page: string): string {
  const url = new URL("api/play", page);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  url.search = "";
  return url.href;
}
