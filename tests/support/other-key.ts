import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import type { TestServer } from "./server.ts";

/** Gives a server another key, so that it opens nothing of before, until the test ends. */
export function giveOtherKey({ services: { settings } }: TestServer): void {
  const { secretKeys } = settings;
  Object.assign(settings, { secretKeys: [randomBytes(32)] });
  onTestFinished(() => {
    Object.assign(settings, { secretKeys });
  });
}
