/** A worker that carries out one call after another in Python. */

import { live } from "./lifeline";
import type { FromThinker, ToThinker } from "./messages";
import { startPython } from "./python";

const reply = (message: FromThinker): void => postMessage(message);
let answered: (order: string) => string;

async function start(home: string, life: string): Promise<void> {
  try {
    await live(life);
    reply({ kind: "alive" });
    const python = await startPython(home);
    python.runPython("from smallworld.server.page.workers import answered");
    answered = python.globals.get("answered") as typeof answered;
    reply({ kind: "ready" });
  } catch (error) {
    reply({ kind: "failed", text: String(error) });
  }
}

onmessage = ({ data }: MessageEvent<ToThinker>) => {
  if (data.kind === "start") void start(data.home, data.life);
  else reply({ kind: "answer", answer: answered(data.order) });
};
