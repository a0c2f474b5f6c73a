/**
 * Everything the table screen knows. It holds what the server said and what the person is about to say; it
 * knows no rules. `picture` is the one on the screen: newer ones may wait their turn in the pacing.
 */

import type { Answer, Board, EventLine, Picture, Player, Reason, Said, TableInfo, ToClient } from "../wire";
import { motions, type Motion } from "./diff";
import { spoken, t } from "./i18n.svelte";
import { Pacing } from "./pacing";
import { settings } from "./settings.svelte";
import { Link, playUrl, type LinkState, type Wires } from "./socket";

export interface Toast {
  id: number;
  text: string;
  hint: string;
  tone: "info" | "bad";
}

const TOAST_TIME = 7000;
const CHAT_KEPT = 200;

/** The log after some pictures: each says up to where the lines before it still hold. */
export function logAfter(log: readonly EventLine[], pictures: readonly Picture[]): readonly EventLine[] {
  let lines = log;
  for (const { first = 0, events } of pictures) {
    lines = [...lines.filter((line) => line.number < first), ...events];
  }
  return lines;
}

/**
 * What these pictures tell that was not known before. A picture may tell old lines again, with what has become
 * public meanwhile: at the end of a game, all of them.
 */
export function newsOf(log: readonly EventLine[], pictures: readonly Picture[]): readonly EventLine[] {
  const news: EventLine[] = [];
  let lines = log;
  for (const picture of pictures) {
    const known = lines.at(-1)?.number ?? -1;
    news.push(...picture.events.filter((event) => event.number > known));
    lines = logAfter(lines, [picture]);
  }
  return news;
}

export class TableStore {
  info: TableInfo | null = $state.raw(null);
  picture: Picture | null = $state.raw(null);
  log: readonly EventLine[] = $state.raw([]);
  link: LinkState = $state.raw({ is: "connecting" });
  toasts: readonly Toast[] = $state.raw([]);
  answer: Answer | null = $state.raw(null);
  chat: readonly Said[] = $state.raw([]);
  unread = $state(0);
  busy = $state(false); // a move is on its way
  waiting = $state(0); // pictures not shown yet
  players: readonly Player[] = $state.raw([]);
  heardAt = $state(0); // when the clocks were told
  /** What moved with the latest picture; a new array each time, so effects run. */
  moved: readonly Motion[] = $state.raw([]);
  /** Events that came with the latest picture, for announcing and animating. */
  news: readonly EventLine[] = $state.raw([]);

  #link: Link;
  #pacing: Pacing;
  #nextId = 1;
  #asked = 0; // id of the question whose answer is awaited
  #sent = 0; // id of the wish whose answer is awaited
  #due = 0; // version that carries out the wish that was accepted
  #newest: Picture | null = null;
  #arrivals = new WeakMap<Picture, number>(); // clocks run from when they were told, not from when they are shown

  constructor(table: string, key: string, wires?: Wires) {
    this.#pacing = new Pacing({
      show: (picture, skipped) => this.#show(picture, skipped),
      duration: (milliseconds) => (document.hidden ? 0 : settings.duration(milliseconds)),
      later: (run, milliseconds) => setTimeout(run, milliseconds) as unknown as number,
      forget: (timer) => clearTimeout(timer),
      now: () => performance.now(),
    });
    const hello = () => ({ type: "hello" as const, table, key, lang: spoken() });
    this.#link = new Link(playUrl(location.href), hello, {
      state: (state) => this.#linkIs(state),
      message: (message) => this.#hear(message),
    }, wires);
  }

  get board(): Board | null {
    return this.info?.board ?? null;
  }

  /** People's seats at this device. With more than one, the screen changes hands. */
  get mine(): readonly number[] {
    return this.info?.mine ?? [];
  }

  start(): void {
    this.#link.start();
  }

  stop(): void {
    this.#pacing.stop();
    this.#link.stop();
  }

  hurry(): void {
    this.#link.hurry();
  }

  skip(): void {
    this.#pacing.skip();
    this.waiting = this.#pacing.waiting;
  }

  // --- what a person says ----------------------------------------------------------------------------

  /** Decisions for the picture on the screen. */
  move(actions: readonly string[]): void {
    const picture = this.picture;
    if (!picture || actions.length === 0) return;
    this.#wish((id) => ({ type: "move", id, version: picture.version, actions: [...actions] }));
  }

  back(type: "undo" | "redo"): void {
    const picture = this.#newest ?? this.picture;
    if (picture) this.#wish((id) => ({ type, id, version: picture.version }));
  }

  standIn(seat: number, bot: boolean): void {
    this.#wish((id) => ({ type: "standin", id, seat, bot }));
  }

  begin(): void {
    this.#wish((id) => ({ type: "begin", id }));
  }

  look(seat: number): void {
    this.#link.send({ type: "look", seat });
  }

  about(region: number): void {
    this.#asked = this.#nextId++;
    this.#link.send({ type: "about", id: this.#asked, region });
  }

  closeAnswer(): void {
    this.#asked = 0;
    this.answer = null;
  }

  say(text: string): void {
    if (text.trim()) this.#link.send({ type: "say", text: text.trim() });
  }

  speak(): void {
    this.#link.send({ type: "lang", lang: spoken() });
  }

  toast(text: string, hint = "", tone: Toast["tone"] = "info"): void {
    const id = this.#nextId++;
    this.toasts = [...this.toasts.filter((toast) => toast.text !== text), { id, text, hint, tone }].slice(-3);
    setTimeout(() => this.dismiss(id), TOAST_TIME);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** One wish at a time: a second tap while the first is on its way would be stale anyway. */
  #wish(message: (id: number) => Parameters<Link["send"]>[0]): void {
    if (this.busy) return;
    const id = this.#nextId++;
    if (!this.#link.send(message(id))) {
      this.toast(t("table.not_sent"), t("table.not_sent_hint"), "bad");
      return;
    }
    this.#sent = id;
    this.#due = Infinity;
    this.busy = true;
  }

  /** A wish is over when it has been accepted and its picture is there, in whichever order they come. */
  #settle(): void {
    if (this.busy && (this.#newest?.version ?? -1) >= this.#due) this.busy = false;
  }

  // --- what the server says ----------------------------------------------------------------------------

  #linkIs(state: LinkState): void {
    this.link = state;
    if (state.is !== "open") this.busy = false;
  }

  #hear(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        this.info = message.table;
        this.answer = null;
        this.busy = false;
        this.#newest = message.picture;
        this.#pacing.begin({ ...message.picture, fresh: true });
        break;
      case "picture":
        this.#newest = message;
        this.#arrivals.set(message, performance.now());
        this.#pacing.push(message);
        this.#settle();
        break;
      case "seated":
        this.info = message.table;
        this.#seat(message.players, performance.now());
        break;
      case "accepted":
        if (message.id === this.#sent) {
          this.#due = message.version;
          this.#settle();
        }
        break;
      case "refused":
        this.#refused(message.id, message.cause, message.reasons);
        break;
      case "answer":
        if (message.id === this.#asked) this.answer = message;
        break;
      case "said":
        this.chat = [...this.chat, message].slice(-CHAT_KEPT);
        this.unread += 1;
        break;
      case "trouble":
        this.busy = false;
        this.toast(message.text, "", "bad");
        break;
    }
    this.waiting = this.#pacing.waiting;
  }

  #refused(id: number, cause: string, reasons: readonly Reason[]): void {
    if (id === this.#sent) this.busy = false;
    // A stale move means that a newer picture is on its way: it explains itself.
    if (cause === "stale" && reasons.length === 0) return;
    const [first, ...others] = reasons;
    if (first) this.toast([first, ...others].map((reason) => reason.sentence).join(" "), first.remedy, "bad");
    else this.toast(t("table.refused"), "", "bad");
  }

  #seat(players: readonly Player[], heardAt: number): void {
    this.players = players;
    this.heardAt = heardAt;
  }

  #show(picture: Picture, skipped: readonly Picture[]): void {
    const before = this.picture;
    const news = [...skipped, picture];
    this.picture = picture;
    this.news = picture.fresh ? [] : newsOf(this.log, news);
    this.log = logAfter(this.log, news);
    this.moved = before && skipped.length === 0 ? motions(before, picture) : [];
    this.#seat(picture.players, this.#arrivals.get(picture) ?? performance.now());
    this.waiting = this.#pacing.waiting;
  }
}
