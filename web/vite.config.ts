/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vite";

// The server's own folder of static files: a wheel carries it, git does not.
const OUT = "../src/smallworld/server/static";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  base: "./",
  build: { outDir: OUT, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8377", ws: true } } },
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"] },
});
