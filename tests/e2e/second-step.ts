import type { Page } from "@playwright/test";
import { totpCode } from "../support/totp.ts";
import { expect, type InboxMessage, messageWith, type Persona } from "./fixtures.ts";

/** The message to somebody whose reference stands on the screen: one of an earlier try may still be the newest. */
export async function messageOnScreen(page: Page, to: string): Promise<InboxMessage> {
  const reference = page.locator("main code");
  // Any message holds no words at all.
  await expect(reference).not.toBeEmpty();
  return messageWith(page.request, to, await reference.innerText());
}

/** The code that somebody's authenticator app shows now. */
export function appCode({ authenticatorKey = "" }: Persona): string {
  return totpCode(authenticatorKey, Date.now());
}
