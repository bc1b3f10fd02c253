import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const port = Number(process.env.TEST_PORT ?? 5510);

/** What `npm run test:visual` runs twice: in the checkout of the other commit it takes the pictures, here it compares. */
export default defineConfig({
  ...base,
  testDir: ".",
  outputDir: "../../test-results/visual",
  snapshotPathTemplate: `${process.env.VISUAL_PICTURES}/{arg}{ext}`,
  // Each picture that is taken would be told as one that was missing.
  quiet: true,
  reporter: [["line"], ["html", { outputFolder: "../../test-results/visual-report", open: "never" }]],
  use: {
    ...base.use,
    contextOptions: { reducedMotion: "reduce" },
    timezoneId: "UTC",
    trace: "off",
    screenshot: "off",
  },
  webServer: {
    command: `node scripts/demo.ts --port ${port} --fresh`,
    cwd: process.env.VISUAL_ROOT ?? root,
    url: `http://localhost:${port + 2}/.well-known/openid-configuration`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
