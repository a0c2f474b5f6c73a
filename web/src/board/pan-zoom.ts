/** Pan and zoom of the board: pinch, drag, wheel with control, double tap. Pure: pixels in, a new view out. */

export interface View {
  scale: number; // 1: the whole board is seen
  x: number; // shift in pixels, of the board fitted into its frame
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const FITTED: View = { scale: 1, x: 0, y: 0 };
const MOST = 4;

/** Never further out than the whole board, never past its edge; at the lower one as far as buttons cover it. */
export function clamp(view: View, frame: Size, covered = 0): View {
  const scale = Math.min(MOST, Math.max(1, view.scale));
  const room = { x: (frame.width * (scale - 1)) / 2, y: (frame.height * (scale - 1)) / 2 };
  return {
    scale,
    x: Math.min(room.x, Math.max(-room.x, view.x)) + 0,
    y: Math.min(room.y, Math.max(-room.y - (scale > 1 ? covered : 0), view.y)) + 0,
  };
}

/** Zoom about a point, given from the middle of the frame: what is under the finger stays there. */
export function zoom(view: View, factor: number, at: { x: number; y: number }, frame: Size): View {
  const scale = Math.min(MOST, Math.max(1, view.scale * factor));
  const real = scale / view.scale;
  return clamp({ scale, x: at.x - (at.x - view.x) * real, y: at.y - (at.y - view.y) * real }, frame);
}

export function pan(view: View, dx: number, dy: number, frame: Size): View {
  return clamp({ ...view, x: view.x + dx, y: view.y + dy }, frame);
}

interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Whole = Size & { left: number; top: number };

const fitOf = (whole: Whole, frame: Size): number => Math.min(frame.width / whole.width, frame.height / whole.height) || 1;

/**
 * A view that shows a part of the board as large as may be. `part` and `whole` are in board units; `covered` is what
 * buttons take of the frame's lower edge.
 */
export function stepIn(part: Part, whole: Whole, frame: Size, covered = 0): View {
  const fit = fitOf(whole, frame);
  const [width, height] = [(part.right - part.left) * fit || 1, (part.bottom - part.top) * fit || 1];
  const scale = Math.min(MOST, Math.max(1, Math.min(frame.width / width, (frame.height - covered) / height)));
  const middle = {
    x: (part.left + part.right) / 2 - (whole.left + whole.width / 2),
    y: (part.top + part.bottom) / 2 - (whole.top + whole.height / 2),
  };
  return clamp({ scale, x: -middle.x * fit * scale, y: -middle.y * fit * scale - covered / 2 }, frame, covered);
}

/** Whether a view has a part of the board wholly in its frame. */
export function shows(view: View, part: Part, whole: Whole, frame: Size): boolean {
  const scale = fitOf(whole, frame) * view.scale;
  const inside = (from: number, to: number, middle: number, shift: number, room: number): boolean =>
    (from - middle) * scale + shift >= -room / 2 - 1 && (to - middle) * scale + shift <= room / 2 + 1;
  return (
    inside(part.left, part.right, whole.left + whole.width / 2, view.x, frame.width) &&
    inside(part.top, part.bottom, whole.top + whole.height / 2, view.y, frame.height)
  );
}
