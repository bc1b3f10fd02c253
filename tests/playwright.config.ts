import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";
import { chromiumArguments, findHeadlessShell } from "./support/chromium.ts";

const port = Number(process.env.TEST_PORT ?? 5510);
process.env.DEMO_APPLICATION ??= `http://localhost:${port + 1}`;
process.env.DEMO_FOLDER ??= fileURLToPath(new URL(`../data/demo-${port}`, import.meta.url));

/** Browser tests drive the demo, on ports and in a folder of its own. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  workers: 2,
  fullyParallel: true,
  // Only what hangs is stopped: a busy machine is no reason to fail.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: process.env.CI === "true",
  // Node reads what is built as it is; to translate it costs each worker three to five seconds.
  build: { external: ["**/build/renderer/**"] },
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { executablePath: findHeadlessShell(), args: chromiumArguments },
    // Every page of every step, and what was fetched, only where asked for: to keep it costs an eighth of each test, to film it half.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: process.env.TEST_SNAPSHOTS === "1" },
    screenshot: "only-on-failure",
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"], locale: "en-GB" } }],
  webServer: {
    command: `node scripts/demo.ts --port ${port} --fresh`,
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: {
      DEMO_TRUSTED_PROXIES: "127.0.0.1,::1",
      // As the shells of some have it, for other programs than the demo.
      OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4317",
    },
    url: `http://localhost:${port + 2}/.well-known/openid-configuration`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
