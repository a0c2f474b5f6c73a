import { beforeEach, describe, expect, it } from "vitest";
import { TableSocket, socketUrl, retryDelay, type ConnectionState, type SocketParts } from "../../src/lib/connection/socket";
import type { Hello, ToClient } from "../../src/wire";

class FakeSocket {
  sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
    this.onclose?.();
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
}

let sockets: FakeSocket[];
let timers: Map<number, { run: () => void; at: number }>;
let clock: number;
let states: ConnectionState[];
let heard: ToClient[];
let link: TableSocket;

const wires: SocketParts = {
  open: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  },
  now: () => clock,
  later: (run, milliseconds) => {
    timers.set(timers.size + 1, { run, at: clock + milliseconds });
    return timers.size;
  },
  forget: (timer) => void timers.delete(timer),
  random: () => 0.5,
};

function wait(milliseconds: number): void {
  clock += milliseconds;
  for (const [timer, { run, at }] of [...timers]) {
    if (at <= clock && timers.delete(timer)) run();
  }
}

const latest = (): FakeSocket => sockets[sockets.length - 1]!;
const hello: Hello = { type: "hello", table: "tabletable", key: "k".repeat(16), lang: "nl" };

beforeEach(() => {
  [sockets, timers, clock, states, heard] = [[], new Map<never, never>(), 0, [], []];
  link = new TableSocket(
    "ws://here/api/play",
    () => hello,
    { state: (state) => states.push(state), message: (message) => heard.push(message) },
    wires,
  );
  link.start();
});

function welcome(): void {
  latest().onopen?.();
  latest().hear({ type: "welcome", table: {}, picture: {} });
}

describe("the line to the server", () => {
  it("says hello first, and is open when it is welcomed", () => {
    latest().onopen?.();
    expect(JSON.parse(latest().sent[0]!)).toEqual(hello);
    expect(link.send({ type: "begin", id: 1 })).toBe(false);
    latest().hear({ type: "welcome", table: {}, picture: {} });
    expect(states).toEqual([{ is: "open" }]);
    expect(link.send({ type: "begin", id: 1 })).toBe(true);
  });

  it("comes back by itself, later and later, and starts anew once it is there", () => {
    welcome();
    latest().onclose?.();
    expect(link.state).toMatchObject({ is: "lost", attempt: 1, retryAt: 400 });
    wait(400);
    expect(sockets).toHaveLength(2);
    latest().onclose?.();
    expect(link.state).toMatchObject({ attempt: 2, retryAt: 400 + 800 });
    wait(800);
    welcome();
    expect(link.state).toEqual({ is: "open" });
    latest().onclose?.();
    expect(link.state).toMatchObject({ attempt: 1 });
  });

  it("tries at once when it is told to hurry, and only then", () => {
    link.retryNow();
    expect(sockets).toHaveLength(1);
    welcome();
    latest().onclose?.();
    link.retryNow();
    expect(sockets).toHaveLength(2);
    wait(10_000); // the timer of the first attempt is gone: no second line
    expect(sockets.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(2);
  });

  it("gives up a server that accepts and says nothing", () => {
    latest().onopen?.();
    wait(10_000);
    expect(sockets[0]!.closed).toBe(true);
    expect(link.state).toMatchObject({ is: "lost", attempt: 1 });
  });

  it("does not come back to a table that is not there", () => {
    latest().hear({ type: "trouble", code: "no_table", text: "No." });
    expect(link.state).toEqual({ is: "refused", code: "no_table", text: "No." });
    expect(latest().closed).toBe(true);
    wait(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("survives garbage, and hears nothing from a socket it has given up", () => {
    welcome();
    latest().hear("{");
    const old = latest();
    old.onclose?.();
    old.hear({ type: "picture" });
    expect(heard).toHaveLength(1);
    expect(link.state.is).toBe("lost");
  });

  it("stops for good", () => {
    welcome();
    link.stop();
    wait(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe("waiting", () => {
  it("doubles up to a limit, and never is the same for everybody", () => {
    expect([1, 2, 3].map((attempt) => retryDelay(attempt, 0.5))).toEqual([400, 800, 1600]);
    expect(retryDelay(30, 0.5)).toBe(8000);
    expect(retryDelay(1, 0)).toBeLessThan(retryDelay(1, 1));
  });
});

describe("playUrl", () => {
  it("is beside the page, without what stands behind the #", () => {
    expect(socketUrl("http://127.0.0.1:8377/#/t/a/b")).toBe("ws://127.0.0.1:8377/api/play");
    expect(socketUrl("https://games.example/small/index.html?x=1#/t/a/b")).toBe("wss://games.example/small/api/play");
  });
});
