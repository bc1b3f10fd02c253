import type { APIRequestContext } from "@playwright/test";
import { totpCode } from "../support/totp.ts";
import { application, expect, type InboxMessage, type Persona } from "./fixtures.ts";

/** The message to somebody that says this: a reference, a number. */
export async function messageWith(
  request: APIRequestContext,
  to: string,
  words: string,
): Promise<InboxMessage> {
  let found: InboxMessage | undefined;
  await expect(async () => {
    const all: InboxMessage[] = await (await request.get(`${application}/outbox.json`)).json();
    found = all.find((message) => message.to === to && message.text.includes(words));
    expect(found).toBeDefined();
  }).toPass();
  if (found === undefined) throw new Error("no message");
  return found;
}

/** The code that somebody's authenticator app shows now. */
export function appCode({ authenticatorKey = "" }: Persona): string {
  return totpCode(authenticatorKey, Date.now());
}
