import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

/** `npm run test:a11y`: every cell of the gallery in two looks, screens by keyboard and enlarged as well. */
export default defineConfig(base, {
  testDir: ".",
  outputDir: "../../test-results/a11y",
  use: { contextOptions: { reducedMotion: "reduce" }, trace: "off" },
});
