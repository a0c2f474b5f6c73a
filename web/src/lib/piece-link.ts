/**
 * A homebrew piece as part of a link: the whole of it, compressed, behind the `#`, so that no server sees it. The
 * first letter says how it was written. Its check sum finds a link that was cut or mistyped.
 */

export const MAX_LINK_LENGTH = 16_000; // of a link: what browsers and messengers still carry
export const MAX_PIECE_BYTES = 65_536; // of a piece: what the server reads, too
const FORM = "1";

export type LinkFault = "cut" | "big" | "foreign";

/** Why a link cannot be read: cut in half, far too much in it, or written by something else. */
export class BrokenLink extends Error {
  constructor(readonly fault: LinkFault) {
    super(fault);
    this.name = "BrokenLink";
  }
}

export async function pieceToLink(piece: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(piece));
  const packed = await through(text, new CompressionStream("deflate"), MAX_PIECE_BYTES);
  const code = FORM + base64(packed);
  if (text.length > MAX_PIECE_BYTES || code.length > MAX_LINK_LENGTH) throw new BrokenLink("big");
  return code;
}

export async function pieceFromLink(code: string): Promise<unknown> {
  if (code.length > MAX_LINK_LENGTH) throw new BrokenLink("big");
  if (!code.startsWith(FORM)) throw new BrokenLink("foreign");
  let text: string;
  try {
    const bytes = await through(unbase64(code.slice(1)), new DecompressionStream("deflate"), MAX_PIECE_BYTES);
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw error instanceof BrokenLink ? error : new BrokenLink("cut");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenLink("foreign");
  }
}

/** Never more than `most`: a few letters may unpack to gigabytes. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  const writing = writer.write(bytes).then(() => writer.close());
  writing.catch(() => undefined); // the reader hears of it as well
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => undefined);
      throw new BrokenLink("big");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function base64(bytes: Uint8Array): string {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function unbase64(code: string): Uint8Array<ArrayBuffer> {
  const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
