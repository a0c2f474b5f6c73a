/**
 * The words of the client's own surface, in the language of the settings. They come from the server's catalogues
 * (`/api/texts/{lang}`); `t` is reactive, so a page that used it changes its language by itself.
 */

import { host } from "./host/host";
import { settings, type Lang } from "./settings.svelte";

export type Facts = Record<string, string | number>;
type Texts = Record<string, string>;

// Numbers that take the first word of a choice, as in the server's texts: French says "0 pièce", everybody else "0 coins".
const ONE: Partial<Record<Lang, readonly number[]>> = { fr: [0, 1] };
const HOLE = /\{\{|\}\}|\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/** `{name}` becomes a fact, `{n:coin|coins}` a word chosen by a number. A fact that is missing stays visible. */
export function fillText(text: string, facts: Facts, lang: Lang): string {
  const one = ONE[lang] ?? [1];
  return text.replace(HOLE, (hole, name?: string, single?: string, many?: string) => {
    if (name === undefined) return hole.slice(1);
    const fact = facts[name];
    if (fact === undefined) return hole;
    if (single === undefined || many === undefined) return isolated(String(fact));
    return one.includes(Number(fact)) ? single : many;
  });
}

const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A name that is written from right to left does not turn the line around it. */
function isolated(text: string): string {
  return FROM_RIGHT.test(text) && !text.startsWith("\u2068") ? `\u2068${text}\u2069` : text;
}

class Words {
  lang: Lang = $state("en");
  texts: Texts = $state.raw({});
}

const words = new Words();
const known = new Map<Lang, Texts>();
let latest: Lang | undefined;

/** The text of a key as `table.undo`. An unknown key is shown as it is: a hole that everybody notices. */
export function t(key: string, facts: Facts = {}): string {
  const text = words.texts[key];
  return text === undefined ? key : fillText(text, facts, words.lang);
}

/** The language that the page speaks now: the texts may arrive a moment after the setting. */
export function currentLang(): Lang {
  return words.lang;
}

/** "37 %", as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(words.lang, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** "1.5", "1,5": one digit after the point, as the language writes it. */
export function decimal(value: number): string {
  const style = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(words.lang, style).format(value).replace("-", "−");
}

/** A difference with its sign: "+4%", "−1%", "0%", never "-0%". */
export const percentChange = (share: number): string => change(share, { style: "percent", maximumFractionDigits: 0 });

/** A difference of coins or tokens, to one decimal place: "+1.5", "−0.3", "0". */
export const numberChange = (amount: number): string => change(amount, { maximumFractionDigits: 1 });

function change(value: number, format: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(words.lang, { ...format, signDisplay: "exceptZero" }).format(value).replace("-", "−");
}

/** "Ann, Bob and Eve" */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(words.lang, { type: "conjunction" }).format(names);
}

/** "Cost: 3", "Coût : 3": French has a narrow space before the colon, and before a semicolon. */
export const labelled = (label: string, text: string): string => `${isolated(label)}${narrow()}: ${isolated(text)}`;

/** Parts of one line for those who hear it: "Ann: 3; Bob: 5". */
export const parted = (parts: readonly string[]): string => parts.join(`${narrow()}; `);

const narrow = (): string => (words.lang === "fr" ? "\u202f" : "");

/** A moment, short: "16 Nov, 20:15". */
export function dateAndTime(time: number): string {
  const style = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  const here = navigator.languages?.find((code) => code.startsWith(words.lang)) ?? words.lang; // en-GB, de-AT …
  return new Intl.DateTimeFormat(here, style).format(time);
}

/** Texts that are at hand without a server: for tests, and for pages that explain that there is no server. */
export function setTexts(lang: Lang, texts: Texts): void {
  known.set(lang, texts);
}

/** Speak a language. Fails as `fetch` does; the page then goes on in the language it spoke before. */
export async function loadLanguage(lang: Lang): Promise<void> {
  latest = lang;
  let texts = known.get(lang);
  if (!texts) {
    const answer = await host().request(`texts/${lang}`);
    if (!answer.ok) throw new Error(`texts: ${answer.status}`);
    texts = (await answer.json()) as Texts;
    known.set(lang, texts);
  }
  if (latest !== lang) return; // somebody chose another language meanwhile
  words.lang = lang;
  words.texts = texts;
  document.documentElement.lang = lang;
}

/** Change the language of the whole page, and keep it. */
export async function chooseLanguage(lang: Lang): Promise<void> {
  await loadLanguage(lang);
  settings.set({ lang });
}
