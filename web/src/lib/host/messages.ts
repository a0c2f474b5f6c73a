/** Between the page and the worker in which its tables live. */

export type ToHost =
  | { kind: "start"; home: string; life: string; pace: number | null } // the game's folder; a name to hold while it lives
  | { kind: "ask"; id: number; asked: string } // a request, as JSON
  | { kind: "stop"; id: number } // nobody waits for its answer
  | { kind: "open"; id: number } // a line to a table
  | { kind: "send"; id: number; text: string }
  | { kind: "close"; id: number };

export type Progress = { step: "fetching"; done: number; total: number } | { step: "starting" } | { step: "ready" };

/**
 * Why the game does not run: no WebAssembly; tables that a newer version wrote; files that did not come, or not as they
 * are; a worker that ended; anything else.
 */
export type FailureCause = "no_wasm" | "newer" | "download" | "ended" | "start";

export class HostError extends Error {
  constructor(
    override readonly cause: FailureCause,
    message: string,
  ) {
    super(message);
  }
}

export type FromHost =
  | { kind: "alive" } // it holds its name
  | { kind: "progress"; progress: Progress }
  | { kind: "forgetful" } // the browser keeps nothing: tables live as long as the page
  | { kind: "failed"; cause: FailureCause; text: string } // the host could not start
  | { kind: "part"; id: number; text: string } // of a long answer
  | { kind: "answer"; id: number; status: number; body: string }
  | { kind: "message"; id: number; text: string }
  | { kind: "closed"; id: number };

/** Between that worker and one that thinks. */
export type ToThinker = { kind: "start"; home: string; life: string } | { kind: "think"; order: string };
export type FromThinker = { kind: "alive" } | { kind: "ready" } | { kind: "answer"; answer: string } | { kind: "failed"; text: string };
