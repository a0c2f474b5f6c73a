/** The server's HTTP endpoints. Whatever goes wrong arrives as a `Failure` whose message a person can read. */

import type {
  AnalysisLine,
  BalanceAsk,
  BalanceLine,
  Board,
  Checked,
  ComboName,
  Created,
  JoinTable,
  Joined,
  Library,
  LibraryAsk,
  Meta,
  NewTable,
  Opened,
  Problem,
  ReplayAnalysis,
  ReplayAsk,
  ReplayFrame,
  SeriesStep,
  Stages,
  TableInfo,
  Vocabulary,
} from "../wire";
import { host } from "./host/host";
import { HostError } from "./host/messages";
import { currentLang, t } from "./i18n.svelte";

const PATIENCE = 20_000; // milliseconds
const LONG = 60_000; // for a whole table

export type ErrorCause = "unreachable" | "unknown" | "forbidden" | "too_fast" | "refused" | "server";

export class ApiError extends Error {
  constructor(
    override readonly cause: ErrorCause,
    message: string,
    readonly faults: readonly string[] = [],
  ) {
    super(message);
    this.name = "Failure";
  }
}

/** One line for whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : t("common.error.unexpected");
}

/** What exactly is wrong, where the server said so. */
export function errorDetails(error: unknown): readonly string[] {
  return error instanceof ApiError ? error.faults : [];
}

function causeOf(status: number): ErrorCause {
  if (status === 404 || status === 410) return "unknown";
  if (status === 401 || status === 403) return "forbidden";
  if (status === 429) return "too_fast";
  return status >= 500 ? "server" : "refused";
}

async function failure(answer: Response): Promise<ApiError> {
  const cause = causeOf(answer.status);
  const problem = (await answer.json().catch(() => null)) as Partial<Problem> | null;
  const said = typeof problem?.error === "string" ? problem.error : "";
  const faults = Array.isArray(problem?.faults) ? problem.faults.filter((line) => typeof line === "string") : [];
  return new ApiError(cause, said || t(`common.error.${cause}`), faults);
}

interface RequestOptions {
  body?: unknown;
  key?: string;
  patience?: number;
  leaving?: AbortSignal; // somebody no longer waits
}

async function ask(path: string, { body, key, patience = PATIENCE, leaving }: RequestOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": currentLang() };
  if (key) headers["X-Table-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await host().request(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: leaving ?? AbortSignal.timeout(patience),
    });
  } catch (error) {
    const key = error instanceof HostError ? `host.failed.${error.cause}` : "common.error.unreachable";
    throw new ApiError("unreachable", t(key));
  }
  if (!answer.ok) throw await failure(answer);
  return answer;
}

async function json<T>(path: string, options?: RequestOptions): Promise<T> {
  const answer = await ask(path, options);
  try {
    return (await answer.json()) as T;
  } catch {
    throw new ApiError("server", t("common.error.server"));
  }
}

async function* linesOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

const at = (id: string): string => encodeURIComponent(id);

export const api = {
  meta: (): Promise<Meta> => json(`meta?lang=${currentLang()}`),
  library: (packs: readonly string[] = [], board = "", options = ""): Promise<Library> => {
    const named = { ...(packs.length && { packs: packs.join("+") }), ...(board && { board }), ...(options && { options }) };
    const query = new URLSearchParams(named).toString();
    return json(`library/${currentLang()}${query ? `?${query}` : ""}`);
  },
  /** The encyclopedia of a world with homebrew in it. */
  brewed: (request: LibraryAsk): Promise<Library> => json("library", { body: { lang: currentLang(), ...request } }),
  /** How a series goes on after a game with so many tokens that ended like this; or how it begins. */
  series: (packs: readonly string[], tokens = 0, scores: readonly number[] = []): Promise<SeriesStep> =>
    json(`series?${new URLSearchParams({ packs: packs.join("+"), tokens: String(tokens), scores: scores.join(".") }).toString()}`),
  combos: (combos: readonly string[]): Promise<ComboName[]> => json("combos", { body: { combos, lang: currentLang() } }),
  stages: (): Promise<Stages> => json(`learn/${currentLang()}`),
  create: (table: NewTable): Promise<Created> => json("tables", { body: { lang: currentLang(), ...table } }),
  table: (id: string, key: string): Promise<TableInfo> => json(`tables/${at(id)}`, { key }),
  join: (id: string, who: JoinTable): Promise<Joined> => json(`tables/${at(id)}/join`, { body: who }),
  record: async (id: string, key: string): Promise<string> => (await ask(`tables/${at(id)}/record`, { key })).text(),
  /** The table as a file, for its owner. */
  tableFile: async (id: string, key: string): Promise<string> => (await ask(`tables/${at(id)}/file`, { key })).text(),
  openTableFile: (text: string): Promise<Created> => json("table-file", { body: { text, lang: currentLang() }, patience: LONG }),
  /** What can still be read of a damaged table, as another table. */
  salvage: (id: string, key: string): Promise<Created> => json(`tables/${at(id)}/salvage`, { body: {}, key }),
  deleteTable: async (id: string, key: string): Promise<void> => void (await ask(`tables/${at(id)}/delete`, { body: {}, key })),
  replay: (request: ReplayAsk): Promise<ReplayFrame> => json("replay", { body: { lang: currentLang(), ...request } }),
  /** Line by line: how far it is, how many come before, and at last the whole. Hanging up stops it. */
  analysis: async (
    request: ReplayAsk,
    onprogress: (share: number, place: number) => void,
    leaving: AbortSignal,
  ): Promise<ReplayAnalysis> => {
    const answer = await ask("replay/analysis", { body: { lang: currentLang(), ...request }, leaving });
    for await (const text of linesOf(answer)) {
      const { done, total, place = 0, analysis, error } = JSON.parse(text) as AnalysisLine;
      if (error) throw new ApiError("server", error);
      if (analysis) return analysis;
      onprogress(done / total, place);
    }
    throw new ApiError("unreachable", t("common.error.unreachable"));
  },
  vocabulary: (): Promise<Vocabulary> => json(`vocabulary/${currentLang()}`),
  board: (id: string): Promise<Board> => json(`boards/${currentLang()}/${at(id)}`),
  /** A pack as far as it has come: what is wrong with it, or what it would be. */
  check: (pack: unknown, board: string): Promise<Checked> =>
    json("workshop/check", { body: { pack: JSON.stringify(pack), board, lang: currentLang() } }),
  openPack: (text: string): Promise<Opened> => json("workshop/open", { body: { text, lang: currentLang() } }),
  printed: (kind: string, id: string): Promise<Opened> => json(`workshop/printed/${at(kind)}/${at(id)}`),
  /** Line by line, as the bots play. Hanging up stops it. */
  balance: async function* (request: BalanceAsk, leaving: AbortSignal): AsyncGenerator<BalanceLine> {
    const answer = await ask("workshop/balance", { body: { lang: currentLang(), ...request }, leaving });
    for await (const text of linesOf(answer)) if (text) yield JSON.parse(text) as BalanceLine;
  },
};
