import { vi } from "vitest";

/** Looks again until a check throws no longer. As everywhere, only what hangs is stopped: Vitest's own second is over soon on a busy machine. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000 });
}
