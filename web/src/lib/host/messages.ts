/** Between the page and the worker in which its tables live. */

export type ToHost =
  | { kind: "start"; home: string; pace: number | null } // the address of the game's folder
  | { kind: "ask"; id: number; asked: string } // a request, as JSON
  | { kind: "stop"; id: number } // nobody waits for its answer
  | { kind: "open"; id: number } // a line to a table
  | { kind: "send"; id: number; text: string }
  | { kind: "close"; id: number };

export type Progress = { step: "fetching"; done: number; total: number } | { step: "starting" } | { step: "ready" };

export type FromHost =
  | { kind: "progress"; progress: Progress }
  | { kind: "failed"; text: string } // the host could not start
  | { kind: "part"; id: number; text: string } // of a long answer
  | { kind: "answer"; id: number; status: number; body: string }
  | { kind: "message"; id: number; text: string }
  | { kind: "closed"; id: number };

/** Between that worker and one that thinks. */
export type ToThinker = { kind: "start"; home: string } | { kind: "think"; order: string };
export type FromThinker = { kind: "ready" } | { kind: "answer"; answer: string } | { kind: "failed"; text: string };
