import { day, second } from "../../../shared/durations.ts";
import type { CallContext, Handlers } from "../../call.ts";
import { cookieNames, eachKept } from "../../cookies.ts";
import { randomToken, sha256 } from "../../crypto.ts";
import { changeAndRecord } from "../../record-event.ts";
import {
  forgetRememberedDevices as forgetAllOf,
  isDeviceRemembered,
  rememberDevice,
} from "../../store/remembered-devices.ts";
import type { Db } from "../../store/tables.ts";
import { holdAccount, type User } from "../../store/users.ts";
import { signedIn } from "../signed-in.ts";

/** For how many days a device is remembered at most (security, TF-8). */
export const rememberedDays = 30;

// As many people as may be remembered on one device: each has a token of their own in the one cookie, the newest first.
const mostTokens = 8;

/** Says whether this person proved a second factor on this device lately and had it remembered (security, TF-8). */
export async function isRememberedHere({ services, cookies }: CallContext, user: User): Promise<boolean> {
  const tokens = tokensOf(cookies);
  if (tokens.length === 0 || user.disabled) return false;
  const idHashes = tokens.map((token) => deviceHash(token, user.id));
  return isDeviceRemembered(services.store.db, { idHashes, userId: user.id }, services.now());
}

/**
 * Remembers that this person has just proven a second factor on this device, by a token that nobody had before: who used the
 * browser earlier may have kept a copy of theirs. Whoever shares the device is remembered beside the others.
 */
export async function rememberHere({ services, cookies }: CallContext, user: User): Promise<void> {
  const token = randomToken();
  const now = services.now();
  const expiresAt = now + rememberedDays * day;
  const device = { idHash: deviceHash(token, user.id), userId: user.id, expiresAt };
  const remember = async (transaction: Db) => {
    // A reset of this moment would have forgotten it.
    const isSame = (await holdAccount(transaction, user.id)) === user.version;
    if (isSame) await rememberDevice(transaction, device, now);
    return isSame;
  };
  if (!(await services.store.db.transaction().execute(remember))) return;
  const tokens = [token, ...tokensOf(cookies)].slice(0, mostTokens);
  cookies.set(cookieNames.device, tokens.join("."), { maxAge: (rememberedDays * day) / second });
}

/** Asks for the second step of who is signed in on every device again, this one too. */
export const forgetRememberedDevices: Handlers["ForgetRememberedDevices"] = async (context) => {
  const { user } = signedIn(context);
  const forget = async (transaction: Db) => {
    // One that is being remembered this moment is waited for.
    await holdAccount(transaction, user.id);
    return (await forgetAllOf(transaction, user.id)) > 0;
  };
  await changeAndRecord(context, forget, () => ({
    events: [{ event: "secondFactor.devicesForgotten", userId: user.id }],
  }));
  return { outcome: "forgotten" };
};

function tokensOf(cookies: CallContext["cookies"]): string[] {
  return eachKept(cookies, cookieNames.device, mostTokens);
}

function deviceHash(token: string, userId: string): string {
  return sha256(`${token} ${userId}`);
}
