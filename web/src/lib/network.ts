/** Addresses: which of them only this device can open, and a link at another one. */

export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** The same page at another address, as `http://192.168.1.7:8377`. */
export function linkAt(link: string, address: string): string {
  const [from, to] = [new URL(link), new URL(address)];
  from.protocol = to.protocol;
  from.host = to.host;
  return from.href;
}
