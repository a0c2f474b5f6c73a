/** Where tables live: at a server of the page's own address, or in the page itself, if its folder holds the game. */

import { gameFolder, pageHost } from "./page-host.svelte";

export interface Host {
  /** As `fetch`, for paths below `api/`. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A line to a table. */
  open: (url: string) => WebSocket;
}

const SERVER: Host = {
  request: (path, init) => fetch(`api/${path}`, init),
  open: (url) => new WebSocket(url),
};

const PAGE: Host = {
  request: (path, init) => pageHost.request(path, init),
  open: () => pageHost.open(),
};

export const inPage = (): boolean => gameFolder() !== "";

export const host = (): Host => (inPage() ? PAGE : SERVER);
