/** What the browser keeps for us. Storage may be forbidden or full: then nothing is kept, and nothing breaks. */

const PREFIX = "smallworld.";

export function recall<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and strict settings refuse: the value lives as long as the page.
  }
}
