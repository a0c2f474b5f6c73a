import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.unstubAllGlobals();
});

async function fresh(): Promise<typeof import("../../src/lib/settings.svelte")> {
  return import("../../src/lib/settings.svelte");
}

test("settings are applied to the document and kept", async () => {
  const { settings } = await fresh();
  settings.set({ theme: "dark", textSize: 130, motion: "less" });
  const root = document.documentElement;
  expect([root.dataset.theme, root.dataset.motion, root.style.fontSize]).toEqual(["dark", "less", "130%"]);
  expect(settings.duration(300)).toBe(0);
  vi.resetModules();
  const again = (await fresh()).settings;
  expect([again.theme, again.textSize, again.motion]).toEqual(["dark", 130, "less"]);
});

test("speed divides the length of an animation", async () => {
  const { settings } = await fresh();
  settings.set({ motion: "full", speed: 2 });
  expect(settings.duration(300)).toBe(150);
});

test("auto follows the system", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("dark"), addEventListener: () => undefined }));
  const { settings } = await fresh();
  expect([settings.dark, settings.reducedMotion]).toEqual([true, false]);
});

test("nonsense that was kept is replaced by what is sensible", async () => {
  const { validSettings } = await fresh();
  const kept = { lang: "xx", theme: 7, textSize: 100000, motion: null, speed: "fast" };
  expect(validSettings(kept, ["de-AT", "en"])).toEqual({
    lang: "de",
    theme: "auto",
    textSize: 100,
    motion: "auto",
    speed: 1,
    coach: null,
    banter: true,
    strength: true,
    foresight: true,
    guard: "all",
    numbers: false,
    call: false,
  });
  expect(validSettings("[]", [])).toMatchObject({ lang: "en" });
  localStorage.setItem("smallworld.settings", "{broken");
  vi.resetModules();
  expect((await fresh()).settings.theme).toBe("auto");
});

test("the first language of the browser that we speak", async () => {
  const { preferredLang } = await fresh();
  expect(preferredLang(["pt-BR", "NL-be", "en"])).toBe("nl");
  expect(preferredLang(["ja"])).toBe("en");
});

test("where storage is forbidden, settings live as long as the page", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
    clear: () => undefined,
  });
  const { settings } = await fresh();
  settings.set({ theme: "light" });
  expect(settings.theme).toBe("light");
});
