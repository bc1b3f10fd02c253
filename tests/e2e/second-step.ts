import type { APIRequestContext } from "@playwright/test";
import { totpCode } from "../support/totp.ts";
import { application, expect, type InboxMessage, type Persona } from "./fixtures.ts";

const step = 30_000;
const usedSteps = new Map<string, number>();

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

/** A code of somebody's authenticator app that no test has used: of now, or of the step after. */
export async function appCode(request: APIRequestContext, { id }: Persona): Promise<string> {
  const answer = await request.get(`${application}/authenticator.json?user=${encodeURIComponent(id)}`);
  const { key } = await answer.json();
  const next = (usedSteps.get(id) ?? 0) + 1;
  const now = () => Math.floor(Date.now() / step);
  await expect.poll(() => next - now(), { timeout: 45_000 }).toBeLessThanOrEqual(1);
  const chosen = Math.max(next, now());
  usedSteps.set(id, chosen);
  return totpCode(key, chosen * step);
}
