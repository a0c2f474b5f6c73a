/** What the person at the screen is doing: looking, planning, about to roll. Only `move` leaves the device. */

import {
  toPlacing,
  moveToken,
  tokensLeft,
  placingTask,
  fromPlacing,
  changeTokens,
  spreadEvenly,
  type PlacingTask,
  type Placement,
} from "../lib/redeploy";
import type { TableStore } from "../lib/connection/table-store.svelte";
import type { Choice, EventLine, Placing, Suggestion } from "../wire";
import { settings } from "../lib/settings.svelte";
import { PlanRunner } from "./plan-runner.svelte";
import { allTools, buttonChoices, isDoneWith, targetsByRegion, usesByRegion } from "../board/targets";

/** Decisions that nobody can take back. */
const FINAL: ReadonlySet<Choice["kind"]> = new Set(["roll", "gamble", "decline"]);

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
  plan: Placement = $state.raw(new Map());
  pending: Choice | null = $state.raw(null); // waits for a yes
  hovered = $state(-1); // region under the mouse, or in focus
  selected = $state(-1); // region whose card is open
  highlighted: readonly number[] = $state.raw([]);
  drag: Drag | null = $state.raw(null);
  discovery: EventLine | null = $state.raw(null); // a discovery that has not been read yet

  ask = $derived.by(() => this.store.picture?.ask ?? null);
  tools = $derived.by(() => allTools(this.ask?.choices ?? []));
  chosenTools = $derived.by(() => (this.#canUse(this.#chosenTools) ? this.#chosenTools : []));
  targets = $derived.by(() => targetsByRegion(this.ask?.choices ?? [], this.chosenTools));
  uses = $derived.by(() => (this.chosenTools.length ? new Map() : usesByRegion(this.ask?.choices ?? [])));
  placing: PlacingTask | null = $derived.by(() => (this.ask ? placingTask(this.ask.choices, this.ask.hand ?? 0) : null));
  tokensLeft = $derived.by(() => (this.placing ? tokensLeft(this.placing, this.plan) : 0));
  main = $derived.by(() => this.ask?.choices.find((choice) => choice.action === this.ask?.main) ?? null);
  buttons = $derived.by(() => buttonChoices(this.ask?.choices ?? [], this.ask?.main ?? ""));

  planRunner = new PlanRunner(this);
  #chosenTools: readonly string[] = $state.raw([]); // what the next tap is done with; empty: as usual

  constructor(readonly store: TableStore) {}

  /** From now on a tap is done with this; once more, and it is not. Several stay chosen if they go together. */
  chooseTool(id: string): void {
    this.close();
    const [chosen, together] = [this.chosenTools, [...this.chosenTools, id]];
    this.#chosenTools = chosen.includes(id) ? chosen.filter((one) => one !== id) : this.#canUse(together) ? together : [id];
  }

  #canUse(tools: readonly string[]): boolean {
    return tools.length > 0 && (this.ask?.choices ?? []).some((choice) => isDoneWith(choice, tools));
  }

  /** A new picture: plans and half-made decisions belong to the old one. */
  reset(): void {
    this.plan = new Map();
    if (!this.ask) this.#chosenTools = [];
    const found = this.discovery; // what came with this picture is still to be read
    this.close();
    this.discovery = found;
  }

  /** Others moved while I was reading about a region: it may be another story now. */
  refresh(): void {
    if (this.selected >= 0) this.store.askAbout(this.selected);
  }

  /** A tap on a region: do it if it can be done, else say why not. */
  tap(region: number): void {
    if (this.store.waiting > 0) return this.store.showAll();
    if (region < 0) return this.close();
    if (this.placing?.regions.includes(region) && this.tokensLeft > 0) return this.changeTokens(region, 1);
    const target = this.targets.get(region);
    if (target) this.choose(target.main);
    else this.explain(region);
  }

  explain(region: number): void {
    if (region < 0) return;
    this.pending = null;
    this.selected = region;
    this.store.askAbout(region);
  }

  close(): void {
    this.discovery = null;
    this.pending = null;
    this.selected = -1;
    this.store.closeAnswer();
  }

  choose(choice: Choice): void {
    if (this.#asksTwice(choice) && this.pending?.action !== choice.action) {
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

  changeTokens(region: number, change: number): void {
    if (this.placing) this.plan = changeTokens(this.placing, this.plan, region, change);
  }

  startDrag(from: number, event: PointerEvent): void {
    if (this.placing && event.button === 0) this.drag = { from, x: event.clientX, y: event.clientY, far: false };
  }

  moveDrag(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const far = drag.far || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > NEAR;
    if (far) this.drag = { from: drag.from, x: event.clientX, y: event.clientY, far };
  }

  /** Let go over a region, or over nothing: then a token of the plan goes back to the hand. */
  endDrag(region: number): void {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.far || !this.placing || region === drag.from) return;
    if (drag.from === HAND) this.changeTokens(region, 1);
    else if (this.placing.regions.includes(region)) this.plan = moveToken(this.placing, this.plan, drag.from, region);
    else this.changeTokens(drag.from, -1);
  }

  applySuggestion(suggestion: Suggestion): void {
    if (this.placing) this.plan = fromPlacing(this.placing, suggestion.placing);
  }

  clearPlan(): void {
    this.plan = new Map();
  }

  /** Done: what is still in hand is spread evenly. */
  done(): void {
    if (!this.placing) return;
    const spots = this.store.picture?.spots ?? [];
    const standing = new Map(spots.map((spot) => [spot.region, spot.stack?.tokens ?? 0]));
    this.plan = spreadEvenly(this.placing, this.plan, standing);
    this.#send([], toPlacing(this.placing, this.plan));
  }

  /** The one main button. Of a wasted turn it is the way back. */
  pressMain(): void {
    if (this.pending?.waste) this.close();
    else if (this.pending) this.confirm();
    else if (this.placing) this.done();
    else if (this.main) this.choose(this.main);
  }

  #asksTwice(choice: Choice): boolean {
    if (settings.guard === "off") return false;
    return FINAL.has(choice.kind) || (settings.guard === "all" && Boolean(choice.waste));
  }

  #send(actions: readonly string[], placing: readonly Placing[] = []): void {
    this.highlighted = []; // what was pointed at before the decision is no news after it
    this.discovery = null;
    this.pending = null;
    this.selected = -1;
    this.store.move(actions, placing);
  }
}
