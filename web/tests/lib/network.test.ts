import { fireEvent } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { codePath } from "../../src/components/qr-path";
import { isLoopback, linkAt } from "../../src/lib/network";
import { regionNumbers } from "../../src/lib/region-numbers.svelte";

test("addresses that only this device can open are known", () => {
  expect(["localhost", "127.0.0.1", "[::1]", "a.localhost"].map(isLoopback)).toEqual([true, true, true, true]);
  expect(["192.168.1.7", "example.org", "1270.0.1"].map(isLoopback)).toEqual([false, false, false]);
});

test("a link at another address leads to the same page", () => {
  expect(linkAt("http://127.0.0.1:8377/#/join/t/key", "http://192.168.1.7:9000")).toBe("http://192.168.1.7:9000/#/join/t/key");
  expect(linkAt("http://localhost:8377/#/join/t/key", "http://[fd00::7]:8377")).toBe("http://[fd00::7]:8377/#/join/t/key");
});

test("a text becomes the squares of a code, with its three corners", async () => {
  const { path, size } = await codePath("http://192.168.1.7:8377/#/join/t/key");
  expect(size).toBeGreaterThan(24);
  for (const corner of ["M0 0h1", `M${size - 1} 0h1`, `M0 ${size - 1}h1`]) expect(path).toContain(corner);
});

test("numbers of regions are shown while a key is held", async () => {
  const stop = regionNumbers.watch();
  await fireEvent.keyDown(document.body, { key: "i" });
  expect(regionNumbers.shown).toBe(true);
  await fireEvent.keyUp(document.body, { key: "i" });
  expect(regionNumbers.shown).toBe(false);
  stop();
});
