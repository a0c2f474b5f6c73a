/** Where things fly to: the purses of players and my hand, wherever the page has put them. On the screen, in pixels. */

import type { Point } from "./geometry";

/** The purse of a seat if it is in sight, else whatever stands for the player. */
export function purseOnScreen(seat: number): Point | null {
  return (
    middleOf(`[data-testid="player-${seat}"] .coins`) ?? middleOf(`[data-purse="${seat}"]`) ?? middleOf(`[data-testid="player-${seat}"]`)
  );
}

export function handOnScreen(): Point | null {
  return middleOf("[data-hand]");
}

function middleOf(selector: string): Point | null {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box && box.width > 0 ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

/** A point of the screen in the units of a drawing; null where nothing is laid out. */
export function toDrawing(drawing: SVGGraphicsElement | undefined, point: Point | null): Point | null {
  const matrix = drawing?.getScreenCTM?.();
  if (!matrix || !point) return null;
  const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix.inverse());
  return { x, y };
}
