import { sealTotpKey } from "../../src/server/codes/totp.ts";
import { replaceRecoveryCodes } from "../../src/server/store/recovery-codes.ts";
import { type SecondFactorKind, saveSecondFactor } from "../../src/server/store/second-factors.ts";
import type { User } from "../../src/server/store/users.ts";
import { messagesTo } from "./messages.ts";
import { type TestServer, testPassword } from "./server.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";
import { totpCode } from "./totp.ts";

/** A key of an authenticator app, base32. */
export const totpKey = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** A person with second factors; the one named last was used last. */
export interface PersonWithFactors {
  user: User;
  phone: string;
  email: string;
}

let count = 0;

/** Adds a person with active second factors, and with recovery codes where some are given. */
export async function addPersonWith(
  server: TestServer,
  kinds: readonly SecondFactorKind[],
  recoveryCodes: readonly string[] = [],
): Promise<PersonWithFactors> {
  count += 1;
  const phone = `+1555${String(process.pid).padStart(7, "0").slice(-7)}${count}`;
  const email = `person-${process.pid}-${count}@payroll.example`;
  const person = { user: await server.addUser({ email, phone }), phone, email };
  await giveFactors(server, person, kinds, recoveryCodes);
  return person;
}

/** Makes second factors of a person active, as the end of the set-up does. */
export async function giveFactors(
  { services }: TestServer,
  { user, phone, email }: PersonWithFactors,
  kinds: readonly SecondFactorKind[],
  recoveryCodes: readonly string[] = [],
): Promise<void> {
  const { db } = services.store;
  const targets = { authenticator: null, sms: phone, pin: email };
  for (const [index, kind] of kinds.entries()) {
    const secret = kind === "authenticator" ? sealTotpKey(services.settings.secretKeys, totpKey) : null;
    const factor = { kind, secret, target: targets[kind] };
    await saveSecondFactor(db, user.id, factor, services.now() - 1000 + index);
  }
  if (recoveryCodes.length > 0)
    await replaceRecoveryCodes(db, services.settings.secretKeys, user.id, recoveryCodes, services.now());
}

/** Gives the password, and the state for Exchange nowhere: what comes is the second step. */
export function givePassword(
  browser: TestClient,
  { user }: PersonWithFactors,
  query: Record<string, string> = {},
): Promise<TestAnswer> {
  return browser.call("Login", { username: user.username, password: testPassword }, query);
}

/** Sends a code of the second step. */
export function giveCode(
  browser: TestClient,
  method: SecondFactorKind,
  code: string,
  more: { rememberDevice?: boolean; query?: Record<string, string> } = {},
): Promise<TestAnswer> {
  const { query = {}, ...body } = more;
  return browser.call("LoginWith2FA", { method, code, ...body }, query);
}

/** The code that the person's authenticator app shows now, or so many steps of 30 seconds later. */
export function appCode({ clock }: TestServer, steps = 0): string {
  return totpCode(totpKey, clock.now() + steps * 30_000);
}

/** The digits of the newest message with a code to somebody: a notice of the same moment may come after it. */
export async function sentCode(server: TestServer, to: string): Promise<string> {
  const messages = await messagesTo(server, to);
  const [code] = messages.flatMap(({ text }) => /\b[0-9]{6}\b/.exec(text)?.[0] ?? []);
  if (code === undefined) throw new Error(`nothing with a code was sent to ${to}`);
  return code;
}

/** Forgets what this address has failed and asked for, because all tests come from one. */
export async function forgetAddress({ services }: TestServer): Promise<void> {
  const { db } = services.store;
  for (const prefix of ["address:", "send-address:"])
    await db.deleteFrom("throttle").where("key", "like", `${prefix}%`).execute();
}
