import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { api, errorText, ApiError } from "../../src/lib/api";
import { loadLanguage, setTexts } from "../../src/lib/i18n.svelte";

beforeAll(async () => {
  setTexts("nl", {
    "common.error.unreachable": "De server antwoordt niet.",
    "common.error.server": "Er ging iets mis op de server.",
    "common.error.unexpected": "Er ging iets mis.",
  });
  await loadLanguage("nl");
});
afterEach(() => vi.unstubAllGlobals());

function answer(body: string, status = 200): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function failed(wish: Promise<unknown>): Promise<ApiError> {
  const error = await wish.then(() => null).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test("keys travel in a header, never in the address", async () => {
  const fetched = answer("{}");
  await api.table("abcdefgh", "secret-secret-secret");
  const [address, options] = fetched.mock.calls[0] as [string, RequestInit];
  expect(address).toBe("api/tables/abcdefgh");
  expect(options.headers).toMatchObject({ "X-Table-Key": "secret-secret-secret", "Accept-Language": "nl" });
});

test("a new table is asked for in the language of the page", async () => {
  const fetched = answer("{}");
  await api.create({ seats: [{ who: "me" }, { who: "bot", level: "easy" }] });
  const [, options] = fetched.mock.calls[0] as [string, RequestInit];
  expect(options.method).toBe("POST");
  expect(JSON.parse(options.body as string)).toMatchObject({ lang: "nl", seats: [{ who: "me" }, { who: "bot" }] });
});

test("a problem is told in the server's words", async () => {
  answer(JSON.stringify({ error: "Deze tafel is vol.", faults: ["seats: 5"] }), 409);
  const error = await failed(api.join("abcdefgh", { key: "k".repeat(16), name: "Ann" }));
  expect([error.cause, error.message, error.faults]).toEqual(["refused", "Deze tafel is vol.", ["seats: 5"]]);
  expect(errorText(error)).toBe("Deze tafel is vol.");
});

test("a server that is away, or talks nonsense, is explained", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await failed(api.meta())).toMatchObject({ cause: "unreachable", message: "De server antwoordt niet." });
  answer("<html>Bad Gateway</html>", 502);
  expect(await failed(api.meta())).toMatchObject({ cause: "server", message: "Er ging iets mis op de server." });
  answer("not json");
  expect(await failed(api.library())).toMatchObject({ cause: "server" });
  expect(errorText(new RangeError("x"))).toBe("Er ging iets mis.");
});

test("statuses become causes", async () => {
  const causes = [];
  for (const status of [404, 410, 403, 429, 422, 500]) {
    answer("{}", status);
    causes.push((await failed(api.meta())).cause);
  }
  expect(causes).toEqual(["unknown", "unknown", "forbidden", "too_fast", "refused", "server"]);
});
