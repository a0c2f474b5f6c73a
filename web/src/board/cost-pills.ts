/** What stands on a pill, how wide it is, and where several of them go. */

import { iconPath } from "../icons/icons";
import { percent } from "../lib/i18n.svelte";
import type { Choice } from "../wire";
import { toolsOf } from "./targets";

/** Fingers hit nothing this small: a phone that shows a whole board. */
export const isCramped = (unit: number): boolean => unit >= 1.7;

export const needsDie = (choice: Choice): boolean => choice.kind === "roll" || choice.kind === "gamble";

export function pillText(choice: Choice): string {
  if (choice.kind === "use") return ""; // its sign is enough; what it brings is told beside the region
  if (needsDie(choice) && choice.chance != null) return percent(choice.chance).replace(/\s/gu, "");
  if (choice.cost != null) return String(choice.cost);
  if (choice.kind === "give_up") return "−";
  if (choice.brings) return choice.brings;
  return toolsOf(choice).length || choice.marker ? "" : "✓";
}

/** The pictures of what it is done with, or of the die. */
export function pillIcons(choice: Choice): readonly string[] {
  const things = toolsOf(choice).length ? toolsOf(choice) : choice.marker ? [choice.marker] : [];
  const found = things.length ? things.map((thing) => iconPath(thing.kind, thing.id)) : needsDie(choice) ? [iconPath("ui", "die")] : [];
  return found.filter((path) => path !== null);
}

/** Where text begins beside so many pictures, in parts of the pill's height. */
export const iconRoom = (icons: number): number => (icons ? ICON_STEP * icons + 0.15 : 0);

/** From one picture to the next. */
export const ICON_STEP = 0.8;

/** Height of the text on a pill, in parts of the pill's; words are written smaller than numbers. */
export const PILL_TEXT = 0.78;

/** Longer than a number. */
export const isLongText = (text: string): boolean => text.length > 4;

export function pillWidth(choice: Choice, height: number): number {
  const text = pillText(choice);
  const icons = pillIcons(choice).length;
  const letters = text.length * height * (isLongText(text) ? 0.33 : 0.47);
  return Math.max(height * 1.25, (icons ? height * iconRoom(icons) : height * 0.5) + letters + (icons && text ? height * 0.2 : 0));
}

/** Middles of pills side by side around 0, from left to right. */
export function inRow(widths: readonly number[], gap: number): number[] {
  const whole = widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1);
  let left = -whole / 2;
  return widths.map((width) => {
    const middle = left + width / 2;
    left += width + gap;
    return middle;
  });
}
