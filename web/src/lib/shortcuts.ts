/** Keyboard shortcuts: each page registers its own, and the settings dialog lists what is there. */

export interface Shortcut {
  keys: readonly string[]; // as `KeyboardEvent.key`; a small letter means either case
  label: () => string; // in the language of the page
  run: (event: KeyboardEvent) => void;
  when?: () => boolean; // otherwise the key is left to the browser
}

let groups: readonly (readonly Shortcut[])[] = [];

/** To be returned from an effect: `$effect(() => bind([...]))`. What is registered last is asked first. */
export function bindShortcuts(list: readonly Shortcut[]): () => void {
  groups = [...groups, list];
  return () => {
    groups = groups.filter((group) => group !== list);
  };
}

/** Everything that is registered now, for a list to read. */
export function boundShortcuts(): readonly Shortcut[] {
  return groups.flat();
}

/** Keys belong to whatever a person is typing into, and arrows to whatever they move. */
export function keyIsTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]")) return true;
  if (target.closest("textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range])")) {
    return true;
  }
  const moves = key.startsWith("Arrow") || key === "Home" || key === "End";
  if (moves) return target.closest("input, [role=radiogroup], [role=tablist], [role=slider]") !== null;
  return (key === " " || key === "Enter") && target.closest("button, a, input, summary, [role=button]") !== null;
}

function matches(shortcut: Shortcut, event: KeyboardEvent): boolean {
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return shortcut.keys.includes(pressed) && (shortcut.when?.() ?? true);
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (keyIsTaken(event.target, event.key)) return;
  for (const group of [...groups].reverse()) {
    const found = group.find((shortcut) => matches(shortcut, event));
    if (found) {
      event.preventDefault();
      found.run(event);
      return;
    }
  }
}

/** The one listener of the page. */
export function listenToKeys(): () => void {
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}
