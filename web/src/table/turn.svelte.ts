/** What the person at the screen is doing: looking, planning, about to roll. Only `move` leaves the device. */

import { actionsOf, carry, left, placing, planOf, shift, spread, type Placing, type Plan } from "../lib/redeploy";
import type { TableStore } from "../lib/table.svelte";
import type { Choice, EventLine, Suggestion } from "../wire";
import { Guide } from "./guide.svelte";
import { buttons, targets, uses, ways } from "./targets";

/** Decisions that nobody can take back: they are asked twice. */
const ASK_TWICE: ReadonlySet<Choice["kind"]> = new Set(["roll", "gamble", "decline"]);

/** A token on its way by finger or mouse: out of a region of the plan, or out of the hand. */
export interface Drag {
  from: number; // region, or HAND
  x: number; // on the screen
  y: number;
  far: boolean; // it has left the place where it was taken up
}

export const HAND = -1;
const NEAR = 8; // pixels: less is a tap

export class Turn {
  plan: Plan = $state.raw(new Map());
  pending: Choice | null = $state.raw(null); // waits for a yes
  pointed = $state(-1); // region under the mouse, or in focus
  selected = $state(-1); // region whose card is open
  lit: readonly number[] = $state.raw([]);
  drag: Drag | null = $state.raw(null);
  found: EventLine | null = $state.raw(null); // a discovery that has not been read yet

  ask = $derived.by(() => this.store.picture?.ask ?? null);
  ways = $derived.by(() => ways(this.ask?.choices ?? []));
  way = $derived.by(() => (this.ways.some((way) => way.id === this.#way) ? this.#way : ""));
  targets = $derived.by(() => targets(this.ask?.choices ?? [], this.way));
  uses = $derived.by(() => (this.way ? new Map() : uses(this.ask?.choices ?? [])));
  placing: Placing | null = $derived.by(() => (this.ask ? placing(this.ask.choices, this.ask.hand ?? 0) : null));
  left = $derived.by(() => (this.placing ? left(this.placing, this.plan) : 0));
  main = $derived.by(() => this.ask?.choices.find((choice) => choice.action === this.ask?.main) ?? null);
  buttons = $derived.by(() => buttons(this.ask?.choices ?? [], this.ask?.main ?? ""));

  guide = new Guide(this);
  #way = $state(""); // what the next tap is done with; empty: as usual

  constructor(readonly store: TableStore) {}

  /** From now on a tap means this; once more, and it means the usual again. */
  take(way: string): void {
    this.close();
    this.#way = this.way === way ? "" : way;
  }

  /** A new picture: plans and half-made decisions belong to the old one. */
  reset(): void {
    this.plan = new Map();
    if (!this.ask) this.#way = "";
    const found = this.found; // what came with this picture is still to be read
    this.close();
    this.found = found;
  }

  /** Others moved while I was reading about a region: it may be another story now. */
  refresh(): void {
    if (this.selected >= 0) this.store.about(this.selected);
  }

  /** A tap on a region: do it if it can be done, else say why not. */
  act(region: number): void {
    if (this.store.waiting > 0) return this.store.skip();
    if (region < 0) return this.close();
    if (this.placing?.regions.includes(region) && this.left > 0) return this.shift(region, 1);
    const target = this.targets.get(region);
    if (target) this.choose(target.main);
    else this.why(region);
  }

  why(region: number): void {
    if (region < 0) return;
    this.pending = null;
    this.selected = region;
    this.store.about(region);
  }

  close(): void {
    this.found = null;
    this.pending = null;
    this.selected = -1;
    this.store.closeAnswer();
  }

  choose(choice: Choice): void {
    if (ASK_TWICE.has(choice.kind) && this.pending?.action !== choice.action) {
      this.close();
      this.pending = choice;
      return;
    }
    this.#send([choice.action]);
  }

  confirm(): void {
    if (this.pending) this.#send([this.pending.action]);
  }

  // --- arranging troops --------------------------------------------------------------------------------

  shift(region: number, change: number): void {
    if (this.placing) this.plan = shift(this.placing, this.plan, region, change);
  }

  grab(from: number, event: PointerEvent): void {
    if (this.placing && event.button === 0) this.drag = { from, x: event.clientX, y: event.clientY, far: false };
  }

  pull(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const far = drag.far || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > NEAR;
    if (far) this.drag = { from: drag.from, x: event.clientX, y: event.clientY, far };
  }

  /** Let go over a region, or over nothing: then a token of the plan goes back to the hand. */
  drop(region: number): void {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.far || !this.placing || region === drag.from) return;
    if (drag.from === HAND) this.shift(region, 1);
    else if (this.placing.regions.includes(region)) this.plan = carry(this.placing, this.plan, drag.from, region);
    else this.shift(drag.from, -1);
  }

  suggest(suggestion: Suggestion): void {
    if (this.placing) this.plan = planOf(this.placing, suggestion.actions);
  }

  clear(): void {
    this.plan = new Map();
  }

  /** Done: what is still in hand is spread evenly. */
  done(): void {
    if (!this.placing) return;
    const spots = this.store.picture?.spots ?? [];
    const standing = new Map(spots.map((spot) => [spot.region, spot.stack?.tokens ?? 0]));
    this.plan = spread(this.placing, this.plan, standing);
    this.#send(actionsOf(this.placing, this.plan));
  }

  /** The one main button. */
  go(): void {
    if (this.pending) this.confirm();
    else if (this.placing) this.done();
    else if (this.main) this.choose(this.main);
  }

  #send(actions: readonly string[]): void {
    this.lit = []; // what was pointed at before the decision is no news after it
    this.found = null;
    this.pending = null;
    this.selected = -1;
    this.store.move(actions);
  }
}
