/** The server that somebody names in a page that has none. It is only ever opened, never asked from here. */

import { loadStored, saveStored } from "../storage";

const NAME = "server";

/** The address of a server's page, with a slash at its end; empty: that is none. Unprotected ones only on this machine. */
export function serverAddress(typed: string): string {
  const text = typed.trim();
  if (!/^https?:\/\//.test(text) || text.length > 200) return "";
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return "";
  }
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.username || url.password || (url.protocol !== "https:" && !here)) return "";
  return url.origin + (url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`);
}

export const myServer = {
  get: (): string => serverAddress(String(loadStored<unknown>(NAME, ""))),
  set: (address: string): boolean => saveStored(NAME, address),
};
