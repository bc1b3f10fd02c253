import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

/** `npm run test:a11y`: every cell of the gallery in three looks. */
export default defineConfig(base, {
  testDir: ".",
  outputDir: "../../test-results/a11y",
  use: { contextOptions: { reducedMotion: "reduce" }, trace: "off" },
});
