/** Finding things in the encyclopedia. */

import type { Entry, Library } from "../wire";

export const SECTIONS = ["races", "powers", "relics", "places", "others", "steps"] as const;
export type Section = (typeof SECTIONS)[number];

export interface SectionMatches {
  section: Section;
  entries: Entry[];
}

/** Letters without their marks: "geoffnete" finds "geöffnete". */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function rank(entry: Entry, wanted: string): number {
  const name = withoutAccents(entry.thing.name);
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  return withoutAccents(`${entry.thing.short ?? ""} ${entry.text}`).includes(wanted) ? 2 : -1;
}

/** What matches, the best first within its section; sections without a match are left out. */
export function searchLibrary(library: Library, words: string, only: Section | "" = ""): SectionMatches[] {
  const wanted = withoutAccents(words.trim());
  const groups: SectionMatches[] = [];
  for (const section of SECTIONS) {
    if (only && section !== only) continue;
    const ranked = (library[section] ?? [])
      .map((entry) => ({ entry, rank: rank(entry, wanted) }))
      .filter(({ rank }) => rank >= 0)
      .sort((one, other) => one.rank - other.rank);
    if (ranked.length) groups.push({ section, entries: ranked.map(({ entry }) => entry) });
  }
  return groups;
}

/** The section where things of a kind stand: terrains, markers and the like share one. */
export function sectionOf(library: Library, kind: string): Section | "" {
  return SECTIONS.find((section) => (library[section] ?? []).some((entry) => entry.thing.kind === kind)) ?? "";
}

export function entryOf(library: Library, kind: string, id: string): Entry | undefined {
  return allEntries(library).find(({ thing }) => thing.kind === kind && thing.id === id);
}

export function allEntries(library: Library | null): Entry[] {
  return library ? SECTIONS.flatMap((section) => library[section] ?? []) : [];
}

/** Sections with something in them: not every world has relics. */
export function filledSections(library: Library): Section[] {
  return SECTIONS.filter((section) => (library[section] ?? []).length > 0);
}
