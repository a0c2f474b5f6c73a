/** The server's HTTP endpoints. Whatever goes wrong arrives as a `Failure` whose message a person can read. */

import type {
  Created,
  JoinTable,
  Joined,
  Library,
  Meta,
  NewTable,
  Problem,
  ReplayAnalysis,
  ReplayAsk,
  ReplayFrame,
  TableInfo,
} from "../wire";
import { spoken, t } from "./i18n.svelte";

const PATIENCE = 20_000; // milliseconds
const ANALYSIS_PATIENCE = 180_000;

export type Cause = "unreachable" | "unknown" | "forbidden" | "too_fast" | "refused" | "server";

export class Failure extends Error {
  constructor(
    override readonly cause: Cause,
    message: string,
    readonly faults: readonly string[] = [],
  ) {
    super(message);
    this.name = "Failure";
  }
}

/** One line for whatever was thrown. */
export function explain(error: unknown): string {
  return error instanceof Failure ? error.message : t("common.error.unexpected");
}

/** What exactly is wrong, where the server said so. */
export function faultsOf(error: unknown): readonly string[] {
  return error instanceof Failure ? error.faults : [];
}

function causeOf(status: number): Cause {
  if (status === 404 || status === 410) return "unknown";
  if (status === 401 || status === 403) return "forbidden";
  if (status === 429) return "too_fast";
  return status >= 500 ? "server" : "refused";
}

async function failure(answer: Response): Promise<Failure> {
  const cause = causeOf(answer.status);
  const problem = (await answer.json().catch(() => null)) as Partial<Problem> | null;
  const said = typeof problem?.error === "string" ? problem.error : "";
  const faults = Array.isArray(problem?.faults) ? problem.faults.filter((line) => typeof line === "string") : [];
  return new Failure(cause, said || t(`common.error.${cause}`), faults);
}

interface Wish {
  body?: unknown;
  key?: string;
  patience?: number;
}

async function ask(path: string, { body, key, patience = PATIENCE }: Wish = {}): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": spoken() };
  if (key) headers["X-Table-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw new Failure("unreachable", t("common.error.unreachable"));
  }
  if (!answer.ok) throw await failure(answer);
  return answer;
}

async function json<T>(path: string, wish?: Wish): Promise<T> {
  const answer = await ask(path, wish);
  try {
    return (await answer.json()) as T;
  } catch {
    throw new Failure("server", t("common.error.server"));
  }
}

const at = (id: string): string => encodeURIComponent(id);

export const api = {
  meta: (): Promise<Meta> => json(`meta?lang=${spoken()}`),
  library: (packs: readonly string[] = [], board = "", options = ""): Promise<Library> => {
    const named = { ...(packs.length && { packs: packs.join("+") }), ...(board && { board }), ...(options && { options }) };
    const query = new URLSearchParams(named).toString();
    return json(`library/${spoken()}${query ? `?${query}` : ""}`);
  },
  create: (table: NewTable): Promise<Created> => json("tables", { body: { lang: spoken(), ...table } }),
  table: (id: string, key: string): Promise<TableInfo> => json(`tables/${at(id)}`, { key }),
  join: (id: string, who: JoinTable): Promise<Joined> => json(`tables/${at(id)}/join`, { body: who }),
  record: async (id: string, key: string): Promise<string> =>
    (await ask(`tables/${at(id)}/record`, { key })).text(),
  replay: (wish: ReplayAsk): Promise<ReplayFrame> => json("replay", { body: { lang: spoken(), ...wish } }),
  analysis: (wish: ReplayAsk): Promise<ReplayAnalysis> =>
    json("replay/analysis", { body: { lang: spoken(), ...wish }, patience: ANALYSIS_PATIENCE }),
};
