/** The bench at work on one piece: how far it is, what is known so far, and a way to stop it. */

import { api, errorText, ApiError } from "../../lib/api";
import type { BalanceReport } from "../../wire";

export class BalanceCheck {
  running = $state(false);
  share = $state(0); // of the games that are to be played
  place = $state(0); // in the line before the bench
  report: BalanceReport | null = $state.raw(null);
  error = $state("");
  faults: readonly string[] = $state.raw([]);
  about = $state(""); // the text of the piece the report is about
  #leaving: AbortController | null = null;

  async start(pack: string, piece: string): Promise<void> {
    this.stop();
    if (this.about !== pack) this.report = null;
    const leaving = (this.#leaving = new AbortController());
    [this.running, this.share, this.place, this.error, this.faults, this.about] = [true, 0, 0, "", [], pack];
    try {
      for await (const line of api.balance({ pack, piece }, leaving.signal)) {
        if (leaving.signal.aborted) return;
        this.share = line.total ? line.done / line.total : 0;
        this.place = line.place ?? 0;
        if (line.report) this.report = line.report;
        if (line.error) this.error = line.error;
      }
    } catch (thrown) {
      if (leaving.signal.aborted) return; // whoever stops it is not told that it stopped
      this.error = errorText(thrown);
      this.faults = thrown instanceof ApiError ? thrown.faults : [];
    }
    if (this.#leaving === leaving) this.running = false;
  }

  /** What is known stays: it is true, only less sure. */
  stop(): void {
    this.#leaving?.abort();
    this.#leaving = null;
    this.running = false;
  }
}
