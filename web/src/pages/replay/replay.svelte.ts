/** A recorded game being looked at: which entry of the log is on the screen, and what is known of the others. */

import type { JudgedTurn, ReplayAnalysis, ReplayAsk, ReplayFrame, TurnMark } from "../../wire";
import { api, errorText, ApiError, errorDetails } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";

const BEAT = 1100; // milliseconds between two entries at normal speed
const KEPT = 400; // frames in memory
const CALM = 80; // a slider that is being dragged asks only where it rests
const TOO_FAST = 800; // then the same question again

const rest = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export type ReplaySource = Pick<ReplayAsk, "record" | "table" | "key" | "position">;

/** The last of those in order of time that were reached by `at`. */
export function latestAt<T extends { at: number }>(marks: readonly T[], at: number): T | undefined {
  return marks.filter((mark) => mark.at <= at).at(-1);
}

/** Where the turn after an entry begins; the end of the game if there is none. */
export function turnAfter(turns: readonly TurnMark[], at: number, length: number): number {
  return turns.find((mark) => mark.at > at)?.at ?? length;
}

/** Where this turn began, or, when there already, the one before. */
export function turnBefore(turns: readonly TurnMark[], at: number): number {
  return latestAt(turns, at - 1)?.at ?? 0;
}

export class Replay {
  frame: ReplayFrame | null = $state.raw(null);
  at = $state(0); // where the slider stands; the frame may follow a moment later
  playing = $state(false);
  error = $state("");
  faults: readonly string[] = $state.raw([]);
  analysis: ReplayAnalysis | null = $state.raw(null);
  analysing = $state(false);
  progress = $state(0); // share of the analysis that is done
  better: JudgedTurn | null = $state.raw(null); // whose alternative is on the map, while the replay stands there
  afterwards: "" | "again" = $state(""); // play on from there as soon as it is shown
  analysisError = $state("");
  place = $state(0); // in the line of analyses; 0: it is being worked out

  readonly source: ReplaySource;
  #frames = new Map<number, ReplayFrame>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leaving = new AbortController();
  #wanted = 0; // the latest question wins, whatever order the answers come in

  constructor(source: ReplaySource) {
    this.source = source;
  }

  get length(): number {
    return this.frame?.length ?? 0;
  }
  get turns(): readonly TurnMark[] {
    return this.frame?.turns ?? [];
  }

  async #fetch(at: number): Promise<ReplayFrame> {
    const known = this.#frames.get(at);
    if (known) return known;
    const frame = await this.#ask(at);
    if (this.#frames.size >= KEPT) this.#frames.clear();
    this.#frames.set(at, frame);
    return frame;
  }

  async #ask(at: number): Promise<ReplayFrame> {
    try {
      return await api.replay({ ...this.source, at });
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.cause === "too_fast")) throw thrown;
      await rest(TOO_FAST);
      return api.replay({ ...this.source, at });
    }
  }

  async go(at: number): Promise<void> {
    this.at = this.frame ? Math.max(0, Math.min(at, this.length)) : at;
    const question = ++this.#wanted;
    try {
      if (this.frame && !this.#frames.has(this.at)) await rest(this.playing ? 0 : CALM);
      if (question !== this.#wanted) return;
      const frame = await this.#fetch(this.at);
      if (question !== this.#wanted) return;
      this.frame = frame;
      this.error = "";
      if (this.at < frame.length) void this.#fetch(this.at + 1).catch(() => undefined);
    } catch (thrown) {
      if (question !== this.#wanted) return;
      this.pause();
      this.error = errorText(thrown);
      this.faults = errorDetails(thrown);
    }
  }

  /** The same moment again: in another language. */
  async again(): Promise<void> {
    this.#frames.clear();
    await this.go(this.at);
  }

  play(): void {
    this.playing = true;
    const beat = async (): Promise<void> => {
      if (!this.playing) return;
      if (this.at >= this.length) return this.pause();
      await this.go(this.at + 1);
      if (this.playing) this.#timer = setTimeout(() => void beat(), BEAT / settings.speed);
    };
    void (this.at >= this.length ? this.go(0).then(beat) : beat());
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** The page is left: nobody waits for an analysis any more. */
  close(): void {
    this.pause();
    this.#leaving.abort();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  nextTurn(): void {
    void this.go(turnAfter(this.turns, this.at, this.length));
  }
  previousTurn(): void {
    void this.go(turnBefore(this.turns, this.at));
  }

  async analyse(): Promise<void> {
    this.analysing = true;
    this.progress = 0;
    this.analysisError = "";
    try {
      this.analysis = await api.analysis(
        this.source,
        (share, place) => ([this.progress, this.place] = [share, place]),
        this.#leaving.signal,
      );
    } catch (thrown) {
      this.analysisError = errorText(thrown);
    }
    this.analysing = false;
    this.place = 0;
  }
}
