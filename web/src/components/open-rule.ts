/** The rules lie beside the game: whatever names a piece can open its page there. */

import { getContext, hasContext, setContext } from "svelte";

const KEY = "rulebook";

export type OpenRule = (kind: string, id: string) => void;

export function provideOpenRule(open: OpenRule): void {
  setContext(KEY, open);
}

/** To be asked for while a component is made; null where nobody has laid the rules out. */
export function getOpenRule(): OpenRule | null {
  return hasContext(KEY) ? getContext<OpenRule>(KEY) : null;
}
