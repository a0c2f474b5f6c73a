/** What flies when something moved: from where, where to, and when. In board units; pure. */

import { centreOf, tokenRadius, type Point } from "./geometry";
import type { Motion } from "../lib/connection/motions";
import type { Named, Shape, Stack } from "../wire";

export interface Flight {
  key: number;
  style: "arrive" | "land" | "return" | "flee" | "lost" | "fall" | "carry" | "fade";
  from: Point;
  to: Point;
  radius: number;
  delay: number; // milliseconds
  stack?: Stack;
  tokens: number;
  thing?: Named;
}

/** Milliseconds of each kind of flight. */
export const FLIGHT_TIMES: Readonly<Record<Flight["style"], number>> = {
  arrive: 300,
  land: 380,
  return: 320,
  flee: 700,
  lost: 480,
  fall: 480,
  carry: 620,
  fade: 1300,
};
const STAGGER = 90;

/** Coins of a scoring, in milliseconds: one after the other, each on its way for so long, and in the purse when it has all but gone. */
export const COIN_STEP = 240;
export const COIN_FLIES = 1250;
export const COIN_LANDS = COIN_FLIES * 0.92;

export interface FlightPlaces {
  shapes: ReadonlyMap<number, Shape>;
  unit: number;
  /** Where the tokens and coins of a seat go, off the map or on it. */
  home: (seat: number) => Point;
}

export function flights(moved: readonly Motion[], { shapes, unit, home }: FlightPlaces): Flight[] {
  const found: Flight[] = [];
  let fades = 0;
  moved.forEach((motion, key) => {
    if (motion.kind === "carry") {
      const [from, to] = [shapes.get(motion.from), shapes.get(motion.to)];
      const shape = to ?? from;
      if (!shape) return;
      const hand =
        motion.here.owner != null && motion.here.owner >= 0
          ? home(motion.here.owner)
          : { x: centreOf(shape).x, y: centreOf(shape).y - 120 };
      found.push({
        key,
        style: "carry",
        from: from ? centreOf(from) : hand,
        to: to ? centreOf(to) : hand,
        radius: tokenRadius(shape.room, unit),
        delay: 0,
        tokens: 1,
        thing: motion.here.marker,
      });
      return;
    }
    const shape = shapes.get(motion.region);
    if (!shape) return;
    const spot = centreOf(shape);
    const { stack } = motion;
    const flight = {
      key,
      radius: tokenRadius(shape.room, unit),
      delay: 0,
      stack,
      tokens: "tokens" in motion ? motion.tokens : stack.tokens,
    };
    switch (motion.kind) {
      case "arrive":
        found.push({ ...flight, style: motion.taken ? "land" : "arrive", from: home(stack.owner), to: spot });
        break;
      case "return":
      case "flee":
        found.push({ ...flight, style: motion.kind, from: spot, to: home(stack.owner) });
        break;
      case "lost":
        // Nobody's tokens have no side to fall to; others are thrown up and out.
        found.push({
          ...flight,
          style: stack.owner < 0 ? "fall" : "lost",
          from: spot,
          to: { x: spot.x, y: spot.y + (stack.owner < 0 ? 64 : -76) },
        });
        break;
      case "fade":
        found.push({ ...flight, style: "fade", stack: { ...stack, active: true }, from: spot, to: spot, delay: fades++ * STAGGER });
        break;
    }
  });
  return found;
}

/** Regions whose tokens are still in the air. */
export function landingRegions(moved: readonly Motion[]): ReadonlySet<number> {
  return new Set(moved.flatMap((motion) => (motion.kind === "arrive" && motion.taken ? [motion.region] : [])));
}
