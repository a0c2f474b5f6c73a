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

/** Never further out than the whole board, never past its edge. */
export function clamp(view: View, frame: Size): View {
  const scale = Math.min(MOST, Math.max(1, view.scale));
  const room = { x: (frame.width * (scale - 1)) / 2, y: (frame.height * (scale - 1)) / 2 };
  return {
    scale,
    x: Math.min(room.x, Math.max(-room.x, view.x)) + 0,
    y: Math.min(room.y, Math.max(-room.y, view.y)) + 0,
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
