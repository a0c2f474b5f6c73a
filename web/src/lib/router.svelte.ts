/**
 * Which page an address means. Everything stands behind the `#`: the keys of seats never reach a server's log,
 * nor a referrer.
 */

export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "learn" }
  | { page: "table"; table: string; key: string }
  | { page: "join"; table: string; key: string }
  | { page: "library"; kind: string; id: string }
  | { page: "replay"; table: string; key: string; position?: string }
  | { page: "scores" }
  | { page: "workshop"; piece: string } // a piece that came with the link, as `piece-link` writes it
  | { page: "about" }
  | { page: "lost"; broken: boolean }; // broken: it was meant to be a link to a table

const TABLE = /^[A-Za-z0-9_-]{8,32}$/;
const KEY = /^[A-Za-z0-9_-]{16,64}$/;
const POSITION = /^sw\d+~[A-Za-z0-9_.~+*-]{1,24000}$/;
const PIECE = /^[A-Za-z0-9_-]+$/;
const WORD = /^[a-z0-9_]{1,40}$/;

export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, "")
    .replace(/\/$/, "")
    .split("/");
  const [page = "", first = "", second = ""] = parts;
  if (parts.length > 3) return { page: "lost", broken: page === "t" || page === "j" };
  switch (page) {
    case "t":
    case "j":
      if (!TABLE.test(first) || !KEY.test(second)) return { page: "lost", broken: true };
      return { page: page === "t" ? "table" : "join", table: first, key: second };
    case "replay":
      if (first === "") return { page: "replay", table: "", key: "" };
      if (!TABLE.test(first) || !KEY.test(second)) return { page: "lost", broken: true };
      return { page: "replay", table: first, key: second };
    case "position": {
      const position = hash.slice(hash.indexOf("position/") + 9);
      return POSITION.test(position) ? { page: "replay", table: "", key: "", position } : { page: "lost", broken: true };
    }
    case "library":
      if (first === "") return { page: "library", kind: "", id: "" };
      if (!WORD.test(first) || (second && !WORD.test(second))) return { page: "lost", broken: false };
      return { page: "library", kind: first, id: second };
    case "workshop":
      if (parts.length > 2 || (first && !PIECE.test(first))) return { page: "lost", broken: true };
      return { page: "workshop", piece: first };
    case "":
      return parts.length === 1 ? { page: "home" } : { page: "lost", broken: false };
    case "new":
    case "learn":
    case "scores":
    case "about":
      return parts.length === 1 ? { page } : { page: "lost", broken: false };
    default:
      return { page: "lost", broken: false };
  }
}

export const links = {
  home: "#/",
  new: "#/new",
  learn: "#/learn",
  scores: "#/scores",
  about: "#/about",
  workshop: (piece = ""): string => (piece ? `#/workshop/${piece}` : "#/workshop"),
  replay: (table = "", key = ""): string => (table ? `#/replay/${table}/${key}` : "#/replay"),
  position: (position: string): string => `#/position/${position}`,
  library: (kind = "", id = ""): string => ["#/library", kind, id].filter(Boolean).join("/"),
  table: (table: string, key: string): string => `#/t/${table}/${key}`,
  join: (table: string, key: string): string => `#/j/${table}/${key}`,
};

/** A link as friends get it: with the address of this server. */
export function absoluteUrl(link: string): string {
  return location.href.split("#")[0] + link;
}

class Router {
  route: Route = $state.raw(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parseRoute(location.hash)));
  }

  /** Go to a page. `replace`: the way back does not lead through the page that is left. */
  go(link: string, replace = false): void {
    if (replace) {
      history.replaceState(null, "", link);
      this.route = parseRoute(link);
    } else {
      location.hash = link;
    }
  }
}

export const router = new Router();
