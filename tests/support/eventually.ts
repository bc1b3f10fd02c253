import { vi } from "vitest";

/**
 * Waits for what comes by itself, outside of what the test does: looks again until a check throws no longer. As everywhere, only what
 * hangs is stopped: Vitest's own second is over soon on a busy machine.
 */
export async function eventually(check: () => void): Promise<void> {
  const { IS_REACT_ACT_ENVIRONMENT } = globalThis;
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await vi.waitFor(check, { timeout: 30_000 });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = IS_REACT_ACT_ENVIRONMENT;
  }
}
