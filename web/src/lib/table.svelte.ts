/**
 * Everything the table screen knows. It holds what the server said and what the person is about to say; it
 * knows no rules. `picture` is the one on the screen: newer ones may wait their turn in the pacing.
 */

import type { Advice, Answer, Board, Change, EventLine, Meanwhile, Picture, Player, Quip, Reason, Said, Spot, TableInfo, ToClient } from "../wire";
import { pictureAfter, type Things } from "./change";
import { motions, type Motion } from "./diff";
import { remember } from "./fare";
import { spoken, t } from "./i18n.svelte";
import { Pacing } from "./pacing";
import { GOES_ON, scenes } from "./scenes";
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
    const known = picture.first === GOES_ON ? -1 : (lines.at(-1)?.number ?? -1);
    news.push(...picture.events.filter((event) => event.number > known));
    lines = logAfter(lines, [picture]);
  }
  return news;
}

function lastNumber({ events, first = 0 }: Picture): number {
  return events.at(-1)?.number ?? first - 1;
}

/** Regions where nothing has changed stay the same objects, so that nothing about them is worked out again. */
export function sameSpots(before: readonly Spot[], after: readonly Spot[]): Spot[] {
  const old = new Map(before.map((spot) => [spot.region, spot]));
  return after.map((spot) => {
    const was = old.get(spot.region);
    return was && (was === spot || JSON.stringify(was) === JSON.stringify(spot)) ? was : spot;
  });
}

/** Who sits where now, with what they hold in the picture that is shown: the news may be ahead of it. */
export function seated(shown: readonly Player[], now: readonly Player[]): Player[] {
  return now.map((player) => {
    const { coins, troops, captives, supply, leads } = shown.find((one) => one.seat === player.seat) ?? player;
    return { ...player, coins, troops, captives, supply, leads };
  });
}

export class TableStore {
  info: TableInfo | null = $state.raw(null);
  picture: Picture | null = $state.raw(null);
  log: readonly EventLine[] = $state.raw([]);
  link: LinkState = $state.raw({ is: "connecting" });
  toasts: readonly Toast[] = $state.raw([]);
  quips: readonly Quip[] = $state.raw([]); // what bots say just now, one line each
  answer: Answer | null = $state.raw(null);
  meanwhile: Meanwhile | null = $state.raw(null); // the table has gone on while I try things out
  plan: readonly string[] = $state.raw([]); // what I decided to do when it is my move
  coached = $state(false); // the coach is on
  /** Of the picture on the screen, for whoever is asked. */
  advice: Advice | null = $derived.by(() => (this.coached && this.picture?.ask && this.#advice?.version === this.picture.version ? this.#advice : null));
  chat: readonly Said[] = $state.raw([]);
  unread = $state(0);
  busy = $state(false); // a move is on its way
  waiting = $state(0); // pictures not shown yet
  stopped = $state(false); // and they wait for a step
  place = $state(0); // of this table's bot in the line of those who want to think; 0: it does not wait
  players: readonly Player[] = $state.raw([]);
  heardAt = $state(0); // when the clocks were told
  /** What moved with the latest picture; a new array each time, so effects run. */
  moved: readonly Motion[] = $state.raw([]);
  /** Events that came with the latest picture, for announcing and animating. */
  news: readonly EventLine[] = $state.raw([]);
  /** A die that is being watched: what it decides is not on the screen before it lies. */
  rolling: EventLine | null = $state.raw(null);

  #advice: Advice | null = $state.raw(null);
  #link: Link;
  #pacing: Pacing;
  #nextId = 1;
  #asked = 0; // id of the question whose answer is awaited
  #sent = 0; // id of the wish whose answer is awaited
  /** A roll is being watched: the picture that it decides is not shown yet. */
  held = $state(false);
  #due = 0; // version that carries out the wish that was accepted
  #newest: Picture | null = null;
  #unsaid: (Quip & { version: number })[] = []; // what bots say about pictures that are not on the screen yet
  #known = -1; // the last line of the log that was told
  #things: Things = new Map(); // names and receipts that the server has given numbers
  #arrivals = new WeakMap<Picture, number>(); // clocks run from when they were told, not from when they are shown

  constructor(table: string, key: string, wires?: Wires) {
    this.#pacing = new Pacing({
      show: (picture, skipped) => this.#show(picture, skipped),
      watch: (event) => this.#watch(event),
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
    if (this.#pacing.waiting) this.rolling = null;
    this.#pacing.skip();
    this.#count();
  }

  /** The next picture that waits, and then stop. */
  step(): void {
    if (this.#pacing.waiting) this.rolling = null;
    this.#pacing.step();
    this.#count();
  }

  halt(stopped: boolean): void {
    this.#pacing.halt(stopped);
    this.#count();
  }

  #count(): void {
    this.waiting = this.#pacing.waiting;
    this.stopped = this.#pacing.stopped;
  }

  // --- what a person says ----------------------------------------------------------------------------

  /** Decisions for the picture on the screen. */
  move(actions: readonly string[]): void {
    const picture = this.picture;
    if (!picture || actions.length === 0) return;
    if (!picture.sketch && actions.every((action, at) => action === this.plan[at])) this.plan = this.plan.slice(actions.length);
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
    // Without a line it is asked again with the welcome, for as long as the region stays selected.
    this.#link.send({ type: "about", id: this.#asked, region });
  }

  closeAnswer(): void {
    this.#asked = 0;
    this.answer = null;
  }

  say(text: string): void {
    if (text.trim()) this.#link.send({ type: "say", text: text.trim() });
  }

  /** On or off, at any time; the browser remembers it for the next table. */
  coach(on: boolean): void {
    settings.set({ coach: on });
    this.#coach(on);
  }

  #coach(on: boolean): void {
    this.coached = on && (this.info?.coach ?? false);
    this.#advice = null;
    this.#link.send({ type: "coach", on: this.coached });
  }

  /** A private copy to try things out in, or back to the table. */
  sketch(on: boolean): void {
    this.meanwhile = null;
    this.#wish((id) => ({ type: "sketch", id, on }));
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
    if (this.busy && !this.held && (this.#newest?.version ?? -1) >= this.#due) this.busy = false;
  }

  // --- what the server says ----------------------------------------------------------------------------

  #linkIs(state: LinkState): void {
    this.link = state;
    if (state.is !== "open") this.busy = false;
    else if (settings.coach ?? this.info?.options.guide) this.#coach(true);
  }

  #hear(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        this.info = message.table;
        this.answer = null;
        this.busy = false;
        this.#newest = message.picture;
        this.#known = lastNumber(message.picture);
        this.#things = new Map();
        this.#pacing.begin({ ...message.picture, fresh: true });
        break;
      case "picture":
        this.#arrived(message);
        break;
      case "change":
        this.#change(message);
        break;
      case "waiting":
        this.place = message.place;
        break;
      case "seated":
        if (this.info) this.info = { ...this.info, ...message.table };
        this.#seat(seated(this.players, message.players), performance.now());
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
      case "advice":
        this.#advice = message;
        break;
      case "quip":
        if (settings.banter) this.#unsaid.push({ ...message, version: this.#newest?.version ?? 0 });
        this.#speakUp();
        break;
      case "meanwhile":
        this.meanwhile = message;
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
    this.#count();
  }

  #arrived(picture: Picture): void {
    // One after another, where things may move; else all at once, and the log tells it.
    const moves = !document.hidden && !settings.still && this.#newest !== null;
    const parts = moves && this.#newest ? scenes(this.#newest, picture, this.#known) : [picture];
    this.#newest = picture;
    this.#known = lastNumber(picture);
    this.place = 0;
    for (const part of parts) {
      this.#arrivals.set(part, performance.now());
      this.#pacing.push(part);
    }
    this.#settle();
  }

  #change(change: Change): void {
    let picture: Picture;
    try {
      if (!this.#newest) throw new Error("a change of nothing");
      picture = pictureAfter(this.#newest, change, this.#things);
    } catch {
      this.#link.send({ type: "again" });
      return;
    }
    this.#arrived(picture);
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

  /** What is said about a picture is said when it is seen. */
  #speakUp(): void {
    const shown = this.picture?.version ?? -1;
    for (const quip of this.#unsaid.filter(({ version }) => version <= shown)) {
      this.quips = [...this.quips.filter(({ seat }) => seat !== quip.seat), quip];
      setTimeout(() => (this.quips = this.quips.filter((one) => one !== quip)), TOAST_TIME);
    }
    this.#unsaid = this.#unsaid.filter(({ version }) => version > shown);
  }

  #watch(event: EventLine): void {
    this.rolling = event;
    this.held = true;
    this.busy = true;
  }

  #show(picture: Picture, skipped: readonly Picture[]): void {
    const before = this.picture;
    if (this.held) {
      this.held = false;
      this.#settle();
    }
    const news = [...skipped, picture];
    const shown = before ? { ...picture, spots: sameSpots(before.spots, picture.spots) } : picture;
    this.picture = shown;
    this.news = picture.fresh ? [] : newsOf(this.log, news);
    this.log = logAfter(this.log, news);
    this.moved = before && skipped.length === 0 ? motions(before, shown, this.news) : [];
    if (this.info && picture.result?.length) remember(this.info, picture);
    this.#seat(picture.players, this.#arrivals.get(picture) ?? performance.now());
    this.#speakUp();
    this.#count();
  }
}
