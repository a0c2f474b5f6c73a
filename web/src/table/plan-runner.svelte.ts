/** A plan being carried out step by step: the coach's, or one's own. Every step is checked when it comes. */

import { loadStored, saveStored } from "../lib/storage";
import type { Choice, PlanStep } from "../wire";
import type { Turn } from "./turn.svelte";

/** What nobody can take back is never done by itself. */
const BY_HAND: ReadonlySet<Choice["kind"]> = new Set(["roll", "gamble", "decline"]);
const SEEN_REASONS = "coach.told";

/** Principles that have been read before. Each is told once. */
export function topicWasRead(topic: string): boolean {
  return loadStored<string[]>(SEEN_REASONS, []).includes(topic);
}

export function markTopicRead(topic: string): void {
  if (!topicWasRead(topic)) saveStored(SEEN_REASONS, [...loadStored<string[]>(SEEN_REASONS, []), topic]);
}

/** Placing fewer tokens than a choice allows is the same choice. */
const fits = (choice: Choice, step: PlanStep | undefined): boolean =>
  choice.action === step?.action || (choice.kind === "place" && Boolean(step?.count) && step?.region === choice.region);

export class PlanRunner {
  running = $state(false);
  #next = 0; // version the next step belongs to

  constructor(private readonly turn: Turn) {}

  /** My own plan, as long as its next step can be done. */
  own: readonly PlanStep[] = $derived.by(() => {
    const { plan, picture } = this.turn.store;
    const can = picture?.ask && !picture.scratchpad && plan.length > 0 && this.turn.ask?.choices.some((choice) => fits(choice, plan[0]));
    return can ? plan : [];
  });
  /** The steps that are on the map now: mine come first. */
  steps: readonly PlanStep[] = $derived.by(() => (this.own.length ? this.own : (this.turn.store.advice?.steps ?? [])));
  first: Choice | null = $derived.by(() => {
    const action = this.steps[0]?.action;
    return this.turn.ask?.choices.find((choice) => choice.action === action) ?? null;
  });
  /** Tokens are placed all at once. */
  placing = $derived.by(() => (this.steps[0]?.count ?? 0) > 0);
  can = $derived.by(() => !this.turn.store.busy && (this.placing ? this.turn.placing !== null : this.first !== null));
  /** How many steps would be done one after the other. */
  many = $derived.by(() => (this.placing ? 1 : this.steps.filter((step) => step.chance == null).length));

  /** The next step; a whole redeployment counts as one. What cannot be undone is asked twice, as always. */
  step(): void {
    if (!this.can) return;
    if (this.placing) this.turn.store.move(this.steps.filter((step) => step.count).map((step) => step.action));
    else if (this.first) this.turn.choose(this.first);
  }

  /** All of them, until chance comes into it or one is refused. */
  all(): void {
    this.running = true;
    this.#next = this.turn.store.picture?.version ?? 0;
    this.go();
  }

  stop(): void {
    this.running = false;
  }

  /** Whenever the table or the advice has changed. */
  go(): void {
    const { store } = this.turn;
    if (!this.running || store.busy) return;
    const version = store.picture?.version ?? 0;
    const chance = store.news.some((event) => event.kind === "rolled" || event.thing);
    if (version > this.#next || !store.picture?.ask || (chance && version === this.#next)) return this.stop();
    if (version < this.#next || !(store.advice ?? this.own.length)) return; // still on its way
    if (!this.first || BY_HAND.has(this.first.kind) || this.placing) return this.stop();
    this.#next = version + 1;
    this.step();
  }
}
