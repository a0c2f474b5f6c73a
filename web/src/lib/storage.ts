/** What the browser keeps for us. Storage may be forbidden or full: then nothing is kept, and nothing breaks. */

const PREFIX = "smallworld.";

export function loadStored<T>(name: string, otherwise: T): T {
  try {
    const text = readText(name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function saveStored(name: string, value: unknown): boolean {
  return writeText(name, JSON.stringify(value));
}

export function readText(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Whether it is kept. Private windows, strict settings and full disks refuse: it lives as long as the page then. */
export function writeText(name: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** What cannot be read is never written over. Where it was put; empty: nowhere. */
export function keepDamaged(name: string, text: string): string {
  let number = 1;
  while (readText(`${name}-unreadable-${number}`) !== null) number++;
  const place = `${name}-unreadable-${number}`;
  return writeText(place, text) ? PREFIX + place : "";
}
