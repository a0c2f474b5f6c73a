/**
 * Workers that think, so that the board never stalls: one for bots, advice and reading, more for the balance bench and
 * analyses. Each has one call at a time. One that is late or no longer wanted is ended, and another takes its place.
 */

import { newName, whenGone } from "./lifeline";
import type { FromThinker, ToThinker } from "./messages";

const LATE = { quick: 20_000, bench: 120_000 } as const; // milliseconds
export type PoolName = keyof typeof LATE;

interface Call {
  id: number;
  order: string;
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
}

class Thinker {
  call: Call | null = null;
  #worker: Worker;
  #ready = false;
  #life = newName();
  #ended = false;
  #late: ReturnType<typeof setTimeout> | null = null;

  constructor(
    home: string,
    private readonly patience: number,
    private readonly idle: () => void,
    private readonly ended: (thinker: Thinker) => void,
  ) {
    this.#worker = new Worker(new URL("./thinking-worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = (event: MessageEvent<FromThinker>) => this.#hear(event.data);
    this.#worker.onerror = () => this.end("a worker ended");
    this.#worker.postMessage({ kind: "start", home, life: this.#life } satisfies ToThinker);
  }

  take(call: Call): void {
    this.call = call;
    if (this.#ready) this.#begin(call);
  }

  #begin(call: Call): void {
    this.#late = setTimeout(() => this.end("no answer in time"), this.patience);
    this.#worker.postMessage({ kind: "think", order: call.order } satisfies ToThinker);
  }

  #hear(message: FromThinker): void {
    if (message.kind === "alive") return whenGone(this.#life, () => this.end("a worker ended without a word"));
    if (message.kind === "failed") return this.end(message.text);
    if (message.kind === "ready") {
      this.#ready = true;
      if (this.call) this.#begin(this.call);
      return;
    }
    if (this.#late !== null) clearTimeout(this.#late);
    const call = this.call;
    this.call = null;
    call?.resolve(message.answer);
    this.idle();
  }

  end(why: string): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#late !== null) clearTimeout(this.#late);
    this.#worker.terminate();
    const call = this.call;
    this.call = null;
    this.ended(this);
    call?.reject(new Error(why));
  }
}

class Pool {
  #waiting: Call[] = [];
  #thinkers: Thinker[] = [];

  constructor(
    private readonly home: string,
    private readonly most: number,
    private readonly patience: number,
    private readonly killed: boolean, // a call that is running and no longer wanted
  ) {}

  ask(id: number, order: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, order, resolve, reject });
      this.#go();
    });
  }

  /** Start a worker before somebody waits for it. */
  warmUp(): void {
    if (this.#thinkers.length === 0) this.#add();
  }

  stop(id: number): void {
    this.#waiting = this.#waiting.filter((call) => call.id !== id);
    if (this.killed) this.#thinkers.find((thinker) => thinker.call?.id === id)?.end("stopped");
  }

  #add(): Thinker {
    const thinker = new Thinker(
      this.home,
      this.patience,
      () => this.#go(),
      (ended) => {
        this.#thinkers = this.#thinkers.filter((one) => one !== ended);
        this.#go();
      },
    );
    this.#thinkers.push(thinker);
    return thinker;
  }

  #go(): void {
    while (this.#waiting.length > 0) {
      const free = this.#thinkers.find((thinker) => !thinker.call) ?? (this.#thinkers.length < this.most ? this.#add() : null);
      const call = free ? this.#waiting.shift() : undefined;
      if (!free || !call) return;
      free.take(call);
    }
  }
}

export class Thinking {
  readonly #pools: Record<PoolName, Pool>;

  constructor(home: string, cores: number) {
    this.#pools = {
      quick: new Pool(home, 1, LATE.quick, false),
      bench: new Pool(home, Math.max(1, Math.min(4, cores - 2)), LATE.bench, true),
    };
  }

  warmUp(): void {
    this.#pools.quick.warmUp();
  }

  ask = (pool: PoolName, id: number, order: string): Promise<string> => this.#pools[pool].ask(id, order);
  stop = (pool: PoolName, id: number): void => this.#pools[pool].stop(id);
}
