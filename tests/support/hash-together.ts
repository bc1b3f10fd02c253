import { onTestFinished } from "vitest";
import type { TestServer } from "./server.ts";

/** Hashes no new password until so many are to be hashed: for presses of the same moment, until the test ends. */
export function hashTogether({ services }: TestServer, presses: number): void {
  const { hasher } = services;
  const all = Promise.withResolvers<void>();
  let count = 0;
  const hash = async (password: string) => {
    count += 1;
    if (count === presses) all.resolve();
    await all.promise;
    return hasher.hash(password);
  };
  services.hasher = { ...hasher, hash };
  onTestFinished(() => {
    services.hasher = hasher;
  });
}
