import { type Challenge, type Solution, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { cookieNames } from "../../src/server/cookies.ts";
import { sha256 } from "../../src/server/crypto.ts";
import { grantPass } from "../../src/server/store/captcha-passes.ts";
import type { TestServer } from "./server.ts";
import type { TestClient } from "./test-client.ts";

/** A challenge of our own for this browser, really solved. */
export async function solveFor(browser: TestClient): Promise<{ challenge: Challenge; solution: Solution }> {
  const { json } = await browser.call("CaptchaChallenge", undefined, { version: "1" });
  const solution = await solveChallenge({ challenge: json.challenge, deriveKey });
  if (solution === null) throw new Error("The challenge took too long");
  return { challenge: json.challenge, solution };
}

/** What a widget sends for challenge and solution. */
export function tokenOf(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString("base64");
}

/** Lets a browser make calls that ask for a challenge, as if it had solved many: for tests of what comes after. */
export async function givePass(server: TestServer, browser: TestClient): Promise<void> {
  if (!browser.cookies.has(cookieNames.browser)) await browser.call("Token");
  const browserHash = sha256(browser.cookies.get(cookieNames.browser) ?? "");
  const expiresAt = server.clock.now() + 24 * 60 * 60_000;
  await grantPass(server.services.store.db, { browserHash, uses: 1000, expiresAt });
}
