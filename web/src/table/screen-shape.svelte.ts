/** What kind of screen the table is on, measured in letters: large text makes any screen a small one. */

export type Shape = "wide" | "upright" | "lying";

const UPRIGHT = 44; // letters' heights (rem): less room than this from side to side is a phone held upright
const LYING = 28; // less room than this from top to bottom: a phone on its side
const SNUG = { width: 22, height: 19 }; // large letters on a small screen: only what matters
const BESIDE = 62; // so wide that a drawer beside the board costs the board nothing

export function screenShape(width: number, height: number): Shape {
  if (width < UPRIGHT && height > width) return "upright";
  return height < LYING ? "lying" : "wide";
}

export class ScreenShape {
  shape: Shape = $state("wide");
  snug = $state(false);
  roomy = $state(true); // the drawer has a place of its own beside the board

  /** To be returned from an effect. */
  watch(): () => void {
    const measure = (): void => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const [width, height] = [innerWidth / rem, innerHeight / rem];
      this.shape = screenShape(width, height);
      this.snug = width < SNUG.width || height < SNUG.height;
      this.roomy = this.shape === "wide" && width >= BESIDE;
    };
    measure();
    // Another text size changes the room there is as another window does.
    const letters = new MutationObserver(measure);
    letters.observe(document.documentElement, { attributes: true, attributeFilter: ["style"] });
    addEventListener("resize", measure);
    return () => {
      letters.disconnect();
      removeEventListener("resize", measure);
    };
  }
}
