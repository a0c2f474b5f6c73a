import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bindShortcuts, boundShortcuts, listenToKeys, type Shortcut } from "../../src/lib/shortcuts";

let stop: () => void;
beforeEach(() => (stop = listenToKeys()));
afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

function press(key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

function shortcut(keys: string[], more: Partial<Shortcut> = {}): Shortcut & { run: ReturnType<typeof vi.fn> } {
  return { keys, label: () => keys.join(), run: vi.fn(), ...more } as Shortcut & { run: ReturnType<typeof vi.fn> };
}

test("the latest page is asked first, and leaves with its keys", () => {
  const outer = shortcut(["u"]);
  const inner = shortcut(["u", "ArrowLeft"]);
  const leaveOuter = bindShortcuts([outer]);
  const leaveInner = bindShortcuts([inner]);
  expect(press("U").defaultPrevented).toBe(true);
  expect([outer.run.mock.calls.length, inner.run.mock.calls.length]).toEqual([0, 1]);
  leaveInner();
  press("u");
  expect(outer.run).toHaveBeenCalledTimes(1);
  leaveOuter();
  expect([boundShortcuts(), press("u").defaultPrevented]).toEqual([[], false]);
});

test("typing, browser shortcuts and controls keep their keys", () => {
  const all = shortcut(["u", " ", "ArrowLeft"]);
  const leave = bindShortcuts([all]);
  document.body.innerHTML =
    '<input id="text"><button id="press">x</button><input id="tick" type="checkbox"><input id="slide" type="range">';
  const at = (id: string): Element => document.getElementById(id) as Element;
  press("u", at("text"));
  press("u", document.body, { ctrlKey: true });
  press(" ", at("press"));
  press("ArrowLeft", at("slide"));
  expect(all.run).not.toHaveBeenCalled();
  press("u", at("press"));
  press("u", at("tick"));
  press("u", at("slide"));
  expect(all.run).toHaveBeenCalledTimes(3);
  leave();
});

test("a shortcut that does not apply now leaves the key alone", () => {
  const leave = bindShortcuts([shortcut(["x"], { when: () => false })]);
  expect(press("x").defaultPrevented).toBe(false);
  leave();
});
