import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run test:faults`: what breaks, is slow or comes all at once, one after the other on a machine that does nothing else. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    include: ["tests/faults/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
