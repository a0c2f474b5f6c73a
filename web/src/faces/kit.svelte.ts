/** The drawings of the kit, fetched when the first face is shown. Until then a face is a disc in its colour. */

import type { drawFace } from "./draw-face";

class Kit {
  draw: typeof drawFace | null = $state.raw(null);
  #asked = false;

  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    import("./draw-face").then(
      (drawings) => (this.draw = drawings.drawFace),
      () => (this.#asked = false), // the next face tries again
    );
  }
}

export const kit = new Kit();
