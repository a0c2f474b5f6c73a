/**
 * Whether a worker still lives. Browsers may end one without a word, for want of memory for example; what it held is
 * free then, and that is noticed here. Without locks (an old browser) only errors are noticed.
 */

/** In the worker: hold this name as long as it lives. Resolves when it is held. */
export function live(name: string): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve();
  return new Promise((held) => {
    locks
      .request(name, () => {
        held();
        return new Promise(() => undefined);
      })
      .catch(() => held());
  });
}

/** Beside it, when the name is held: `gone` is called once, when the worker is no more. */
export function whenGone(name: string, gone: () => void): void {
  const locks = navigator.locks as LockManager | undefined;
  locks?.request(name, gone).catch(() => undefined);
}

export const newName = (): string => `smallworld-worker-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
