/**
 * What a scene leaves behind when it comes onto the screen: sounds, the sum of a scoring, a discovery, what happened to
 * me meanwhile, a row in the score sheet. The table's store calls `show` once for each scene.
 */

import { happenedToMe } from "../lib/log-turns";
import { links } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import { scoreSheet, today } from "../lib/stored/score-sheet.svelte";
import type { EventLine, Named, Picture, TableInfo } from "../wire";
import { playSounds } from "./event-sounds";
import { meets } from "../lib/stored/met-races";
import { PurseCount } from "./purse-count.svelte";
import type { Turn } from "./turn.svelte";

/** A race that is met for the first time, or that takes its leave. */
export interface RaceMoment {
  kind: "contact" | "farewell";
  race: Named;
  name: string; // with its power
  text: string;
}

export class SceneNotes {
  readonly purses = new PurseCount();
  moment: RaceMoment | null = $state.raw(null);
  card: EventLine | null = $state.raw(null); // has just been turned over
  scoring: EventLine | null = $state.raw(null); // its sum lies on the board
  myScoring: EventLine | null = $state.raw(null); // at one screen: what I scored, until I have seen it
  recap: readonly EventLine[] = $state.raw([]); // what happened to me while others moved
  #wasAsked = false;
  #hadTurn = false; // and nobody else was looking
  #position = ""; // that was on the screen before
  #stopSounds = (): void => undefined;

  constructor(
    private readonly turn: Turn,
    private readonly table: string,
    private readonly key: string,
  ) {}

  show(): void {
    const { info, picture, news } = this.turn.store;
    if (!info || !picture) return;
    this.stop();
    this.#stopSounds = playSounds(news, (milliseconds) => settings.duration(milliseconds));
    this.purses.show(news, picture.players, (milliseconds) => settings.duration(milliseconds));
    this.#noteMoment(picture, news);
    this.#noteScoring(info, picture, news);
    this.#noteDiscovery(picture, news);
    this.#noteTurn(picture);
    this.#notePlan(picture);
    this.#noteResult(info, picture);
  }

  /** The table is left, or the next scene begins: what has not sounded yet is silent. */
  stop(): void {
    this.#stopSounds();
    this.purses.stop();
  }

  /** A farewell is for every race; an introduction for those nobody has met in this browser. */
  #noteMoment({ players, step }: Picture, news: readonly EventLine[]): void {
    if (step === "over") this.moment = null;
    const line = news.filter(({ kind, race }) => race && (kind === "declined" || kind === "picked")).at(-1);
    if (!line?.race || step === "over") return;
    const { race, kind, seat } = line;
    const name = players.find((player) => player.seat === seat)?.troops.find((troop) => troop.race.id === race.id)?.name;
    const fresh = kind === "picked" && meets(race.id);
    if (kind === "declined") this.moment = { kind: "farewell", race, name: race.name, text: "" };
    else if (fresh) this.moment = { kind: "contact", race, name: name ?? race.name, text: race.short ?? "" };
  }

  /** A sum stays until my next turn begins: then it has been seen, or is in the log. */
  #noteScoring(info: TableInfo, picture: Picture, news: readonly EventLine[]): void {
    const over = picture.fresh && picture.step === "over";
    const scoring = news.find((event) => event.kind === "scored" && event.lines?.length);
    this.scoring = picture.ask || over ? null : (scoring ?? this.scoring);
    // Whoever has just scored looks at it before the screen changes hands.
    const mine = info.mine.length > 1 ? news.filter((event) => event.kind === "scored" && event.seat === picture.you).at(-1) : undefined;
    if (mine) this.myScoring = mine;
    else if (picture.ask) this.myScoring = null;
  }

  /** At the end there is one thing to read. */
  #noteDiscovery(picture: Picture, news: readonly EventLine[]): void {
    const things = news.filter((event) => event.thing);
    const found = things.filter((event) => (event.region ?? -1) >= 0).at(-1);
    const card = things.filter((event) => (event.region ?? -1) < 0).at(-1);
    if (picture.step === "over") this.card = null;
    else if (card) this.card = card;
    if (picture.step === "over") this.turn.discovery = null;
    else if (found) this.turn.discovery = found;
  }

  /**
   * A new picture ends every half-made plan; a new turn of mine begins with what happened to me meanwhile. The same one
   * again, after the connection was lost, ends nothing: what was being planned or read about goes on.
   */
  #noteTurn({ ask, you, version, scratchpad }: Picture): void {
    const position = [version, you, scratchpad != null].join();
    const same = position === this.#position;
    this.#position = position;
    if ((ask || this.#wasAsked) && !same) this.turn.reset();
    else this.turn.refresh();
    if (ask && !this.#wasAsked) this.recap = happenedToMe(this.turn.store.log, you);
    else if (!ask) this.recap = [];
    this.#wasAsked = ask !== null;
  }

  /** My turn is over: so is its plan. */
  #notePlan({ ask, you, turn, decides, scratchpad }: Picture): void {
    const mine = ask !== null && scratchpad == null && turn === you;
    if (this.#hadTurn && !mine && you >= 0 && scratchpad == null && decides !== you) this.turn.store.plan = [];
    this.#hadTurn = mine;
  }

  /** A game that is over belongs into the score sheet of whoever played it here. */
  #noteResult(info: TableInfo, { score, scratchpad }: Picture): void {
    const whole = !info.options.start && !info.options.lesson && !scratchpad; // no puzzle, no lesson, no plan
    if (!score || !whole || info.mine.length === 0) return;
    const { share: _, next_options: __, next_tokens: ___, ...row } = score;
    const mine = score.names.filter((_name, seat) => info.mine.includes(seat));
    scoreSheet.addGame({ daily: "", ...row, date: today(), record: links.replay(this.table, info.watch || this.key) }, mine);
  }
}
