/**
 * Everything the table screen knows. It holds what the server said and what the person is about to say; it
 * knows no rules. `picture` is the one on the screen: newer ones may wait their turn in the pacing.
 */

import type {
  Advice,
  Answer,
  Board,
  Change,
  EventLine,
  Meanwhile,
  Picture,
  Placing,
  PlanStep,
  Player,
  Quip,
  Reason,
  Said,
  TableInfo,
  ToClient,
} from "../../wire";
import { dieOutcome, type DieOutcome } from "./die-outcome";
import { pictureAfter, type Things } from "./apply-change";
import type { Motion } from "./motions";
import { rememberResult } from "../stored/bot-results";
import { currentLang, t } from "../i18n.svelte";
import { Pacing } from "./pacing";
import { firstScene, scenesBetween, type Scene } from "./scenes";
import { settings } from "../settings.svelte";
import { TableSocket, socketUrl, type ConnectionState, type SocketParts } from "./socket";

export interface Toast {
  id: number;
  text: string;
  hint: string;
  tone: "info" | "bad";
}

const TOAST_TIME = 7000;
const CHAT_KEPT = 200;

/** The log after some scenes. */
export function logAfter(log: readonly EventLine[], scenes: readonly Scene[]): readonly EventLine[] {
  return scenes.reduce((lines, { logFrom, picture }) => [...lines.filter((line) => line.number < logFrom), ...picture.events], log);
}

function lastNumber({ events, first = 0 }: Picture): number {
  return events.at(-1)?.number ?? first - 1;
}

/** Who sits where now, with what they hold in the picture that is shown: the news may be ahead of it. */
export function withNewSeats(shown: readonly Player[], now: readonly Player[]): Player[] {
  return now.map((player) => {
    const { coins, troops, captives, supply, leads } = shown.find((one) => one.seat === player.seat) ?? player;
    return { ...player, coins, troops, captives, supply, leads };
  });
}

export type Bubble = Quip | Said;

export class TableStore {
  info: TableInfo | null = $state.raw(null);
  picture: Picture | null = $state.raw(null);
  log: readonly EventLine[] = $state.raw([]);
  connection: ConnectionState = $state.raw({ is: "connecting" });
  toasts: readonly Toast[] = $state.raw([]);
  bubbles: readonly Bubble[] = $state.raw([]); // what is said just now by bots and people, one line each
  answer: Answer | null = $state.raw(null);
  meanwhile: Meanwhile | null = $state.raw(null); // the table has gone on while I try things out
  plan: readonly PlanStep[] = $state.raw([]); // what I decided to do when it is my move
  coachOn = $state(false); // the coach is on
  /** Of the picture on the screen, for whoever is asked. */
  advice: Advice | null = $derived.by(() =>
    this.coachOn && this.picture?.ask && this.#advice?.version === this.picture.version ? this.#advice : null,
  );
  chat: readonly Said[] = $state.raw([]);
  unread = $state(0);
  busy = $state(false); // a move is on its way
  waiting = $state(0); // pictures not shown yet
  paused = $state(false); // and they wait for a step
  queuePlace = $state(0); // of this table's bot in the line of those who want to think; 0: it does not wait
  players: readonly Player[] = $state.raw([]);
  clocksSentAt = $state(0); // when the clocks were told
  /** What moved with the latest picture. */
  motions: readonly Motion[] = $state.raw([]);
  /** Events that came with the latest picture, for announcing and animating. */
  news: readonly EventLine[] = $state.raw([]);
  /** A die that is being watched: what it decides is not on the screen before it lies. */
  rollingDie: EventLine | null = $state.raw(null);
  /** What it decides; not to be told before it lies. */
  dieOutcome: DieOutcome | null = $state.raw(null);

  /** Called when a scene has come onto the screen: `picture`, `news` and `log` are those of the scene. */
  onshow: () => void = () => undefined;

  #advice: Advice | null = $state.raw(null);
  #socket: TableSocket;
  #pacing: Pacing;
  #nextId = 1;
  #asked = 0; // id of the question whose answer is awaited
  #sent = 0; // id of the request whose answer is awaited
  /** A roll is being watched: the picture that it decides is not shown yet. */
  dieIsHeld = $state(false);
  #due = 0; // version that carries out the request that was accepted
  #newest: Picture | null = null;
  #unsaid: (Quip & { version: number })[] = []; // what bots say about pictures that are not on the screen yet
  #known = -1; // the last line of the log that was told
  #things: Things = new Map(); // names and receipts that the server has given numbers

  constructor(table: string, key: string, wires?: SocketParts) {
    this.#pacing = new Pacing({
      show: (scene, skipped) => this.#show(scene, skipped),
      watch: (event, scene) => this.#watch(event, scene),
      duration: (milliseconds) => (document.hidden ? 0 : settings.duration(milliseconds)),
      later: (run, milliseconds) => setTimeout(run, milliseconds),
      forget: (timer) => clearTimeout(timer),
      now: () => performance.now(),
    });
    const hello = () => ({ type: "hello" as const, table, key, lang: currentLang() });
    this.#socket = new TableSocket(
      socketUrl(location.href),
      hello,
      {
        state: (state) => this.#connectionIs(state),
        message: (message) => this.#hear(message),
      },
      wires,
    );
  }

  get board(): Board | null {
    return this.info?.board ?? null;
  }

  /** People's seats at this device. With more than one, the screen changes hands. */
  get mine(): readonly number[] {
    return this.info?.mine ?? [];
  }

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    this.#pacing.stop();
    this.#socket.stop();
  }

  retryNow(): void {
    this.#socket.retryNow();
  }

  showAll(): void {
    if (this.#pacing.waiting) this.rollingDie = null;
    this.#pacing.showAll();
    this.#count();
  }

  /** The next picture that waits, and then stop. */
  showNext(): void {
    if (this.#pacing.waiting) this.rollingDie = null;
    this.#pacing.showNext();
    this.#count();
  }

  pause(on: boolean): void {
    this.#pacing.pause(on);
    this.#count();
  }

  #count(): void {
    this.waiting = this.#pacing.waiting;
    this.paused = this.#pacing.paused;
  }

  // --- what a person says ----------------------------------------------------------------------------

  /** Decisions for the picture on the screen: choices by their actions, or tokens to place. */
  move(actions: readonly string[], placing: readonly Placing[] = []): void {
    const picture = this.picture;
    const count = actions.length + placing.length;
    if (!picture || count === 0) return;
    const planned = (step: PlanStep, at: number): boolean => {
      const place = placing[at - actions.length];
      return place ? step.region === place.region && step.count === place.count : step.action === actions[at];
    };
    if (!picture.scratchpad && count <= this.plan.length && this.plan.slice(0, count).every(planned)) this.plan = this.plan.slice(count);
    this.#request((id) => ({ type: "move", id, version: picture.version, actions: [...actions], placing: [...placing] }));
  }

  undo(): void {
    this.#goBack("undo");
  }

  redo(): void {
    this.#goBack("redo");
  }

  #goBack(type: "undo" | "redo"): void {
    const picture = this.#newest ?? this.picture;
    if (picture) this.#request((id) => ({ type, id, version: picture.version }));
  }

  standIn(seat: number, bot: boolean): void {
    this.#request((id) => ({ type: "standin", id, seat, bot }));
  }

  begin(): void {
    this.#request((id) => ({ type: "begin", id }));
  }

  showSeat(seat: number): void {
    this.#socket.send({ type: "show_seat", seat });
  }

  askAbout(region: number): void {
    this.#asked = this.#nextId++;
    // Without a line it is asked again with the welcome, for as long as the region stays selected.
    this.#socket.send({ type: "about", id: this.#asked, region });
  }

  closeAnswer(): void {
    this.#asked = 0;
    this.answer = null;
  }

  say(text: string): void {
    if (text.trim()) this.#socket.send({ type: "say", text: text.trim() });
  }

  /** On or off, at any time; the browser remembers it for the next table. */
  setCoach(on: boolean): void {
    settings.set({ coach: on });
    this.#coach(on);
  }

  /** Once more, after it has failed. */
  askCoachAgain(): void {
    this.#coach(this.coachOn);
  }

  #coach(on: boolean): void {
    this.coachOn = on && (this.info?.coach ?? false);
    this.#advice = null;
    this.#socket.send({ type: "coach", on: this.coachOn });
  }

  /** A private copy to try things out in, or back to the table. */
  setScratchpad(on: boolean): void {
    this.meanwhile = null;
    this.#request((id) => ({ type: "scratchpad", id, on }));
  }

  sendLanguage(): void {
    this.#socket.send({ type: "lang", lang: currentLang() });
  }

  toast(text: string, hint = "", tone: Toast["tone"] = "info"): void {
    const id = this.#nextId++;
    this.toasts = [...this.toasts.filter((toast) => toast.text !== text), { id, text, hint, tone }].slice(-3);
    setTimeout(() => this.dismiss(id), TOAST_TIME);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** One command at a time: a second tap while the first is on its way would be stale anyway. */
  #request(message: (id: number) => Parameters<TableSocket["send"]>[0]): void {
    if (this.busy) return;
    const id = this.#nextId++;
    if (!this.#socket.send(message(id))) {
      this.toast(t("table.not_sent"), t("table.not_sent_hint"), "bad");
      return;
    }
    this.#sent = id;
    this.#due = Infinity;
    this.busy = true;
  }

  /** A command is over when it has been accepted and its picture is there, in whichever order they come. */
  #settle(): void {
    if (this.busy && !this.dieIsHeld && (this.#newest?.version ?? -1) >= this.#due) this.busy = false;
  }

  // --- what the server says ----------------------------------------------------------------------------

  #connectionIs(state: ConnectionState): void {
    this.connection = state;
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
        this.#pacing.begin(firstScene(message.picture, performance.now()));
        break;
      case "picture":
        this.#arrived(message);
        break;
      case "change":
        this.#change(message);
        break;
      case "waiting":
        this.queuePlace = message.place;
        break;
      case "seated":
        if (this.info) this.info = { ...this.info, ...message.table };
        this.#seat(withNewSeats(this.players, message.players), performance.now());
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
        if (message.seat >= 0 && !this.mine.includes(message.seat)) this.#bubble(message);
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
    const split = !document.hidden && !settings.reducedMotion;
    const now = performance.now();
    const scenes = this.#newest ? scenesBetween(this.#newest, picture, this.#known, now, split) : [firstScene(picture, now)];
    this.#newest = picture;
    this.#known = lastNumber(picture);
    this.queuePlace = 0;
    for (const scene of scenes) this.#pacing.push(scene);
    this.#settle();
  }

  #change(change: Change): void {
    let picture: Picture;
    try {
      if (!this.#newest) throw new Error("a change of nothing");
      picture = pictureAfter(this.#newest, change, this.#things);
    } catch {
      this.#socket.send({ type: "again" });
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
    this.clocksSentAt = heardAt;
  }

  /** A bubble for a while; whoever speaks again has one bubble. */
  #bubble(line: Bubble): void {
    this.bubbles = [...this.bubbles.filter(({ seat }) => seat !== line.seat), line];
    setTimeout(() => (this.bubbles = this.bubbles.filter((one) => one !== line)), TOAST_TIME);
  }

  /** What is said about a picture is said when it is seen. */
  #speakUp(): void {
    const shown = this.picture?.version ?? -1;
    for (const quip of this.#unsaid.filter(({ version }) => version <= shown)) {
      this.#bubble(quip);
    }
    this.#unsaid = this.#unsaid.filter(({ version }) => version > shown);
  }

  #watch(event: EventLine, scene: Scene): void {
    this.dieOutcome = dieOutcome(event, scene.picture, this.picture);
    this.rollingDie = event;
    this.dieIsHeld = true;
    this.busy = true;
  }

  #show(scene: Scene, skipped: readonly Scene[]): void {
    if (this.dieIsHeld) {
      this.dieIsHeld = false;
      this.#settle();
    }
    const { picture } = scene;
    const all = [...skipped, scene];
    this.picture = picture;
    this.news = picture.fresh ? [] : all.flatMap(({ news }) => news);
    this.log = logAfter(this.log, all);
    this.motions = skipped.length === 0 ? scene.motions : [];
    if (this.info && picture.result?.length) rememberResult(this.info, picture);
    this.#seat(picture.players, scene.arrived);
    this.#speakUp();
    this.#count();
    this.onshow();
  }
}
