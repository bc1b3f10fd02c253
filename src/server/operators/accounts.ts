import { changeAndEndOthers, renewRecoveryCodes } from "../account/account-change.ts";
import { factorBudget, nameBudget } from "../account/guess.ts";
import { endMailedLinks } from "../account/mailed-link.ts";
import { inLanguageOf } from "../account/messages/in-language-of.ts";
import { noticeTo } from "../account/messages/notice-to.ts";
import { issueRecoveryCodeLink } from "../account/second-factor/recovery-code-link.ts";
import { endSecondFactors } from "../account/set-up/two-factor-removal.ts";
import { newRecoveryCodes } from "../codes/recovery-codes.ts";
import type { MessageSetting } from "../delivery/queue-message.ts";
import { changeAndRecord, type Happened, recordEvent } from "../record-event.ts";
import { isSecondFactorRequired } from "../request/standing.ts";
import type { Services } from "../services.ts";
import { type Credential, deleteCredential } from "../store/credentials.ts";
import { unlinkExternalLogins } from "../store/external-logins.ts";
import { holdSecondFactors, type SecondFactorKind } from "../store/second-factors.ts";
import type { Db } from "../store/tables.ts";
import { clearAllTries } from "../store/throttle.ts";
import { deleteDisabled, setDisabled, setSecondFactorRequired, type User } from "../store/users.ts";
import { translatorOf } from "../translator-of.ts";
import { vendorName } from "../vendor-config.ts";
import { doneBy } from "./done-by.ts";

export const detail = doneBy("operator");

/**
 * Keeps an account out: every way in refuses it as one that does not exist, and its sessions end with what applications
 * got, also with refresh tokens that outlive a session. False where it is out already.
 */
export async function disableAccount(services: Services, { id }: User): Promise<boolean> {
  const disable = async (transaction: Db) => (await setDisabled(transaction, id, true)) || undefined;
  const happened = (): Happened => ({ events: [{ event: "account.disabled", userId: id, detail }] });
  return (await changeAndEndOthers({ services, visitor: null }, id, disable, happened)) ?? false;
}

/** Lets an account in again; false where it is. */
export async function enableAccount(services: Services, { id }: User): Promise<boolean> {
  const enable = (transaction: Db) => setDisabled(transaction, id, false);
  return changeAndRecord({ services }, enable, () => ({
    events: [{ event: "account.enabled", userId: id, detail }],
  }));
}

/**
 * Deletes an account that is kept out, for good: what it gave to applications and its sessions have ended with `disableAccount`. What was
 * written down of it stays as long as everything else that is. False where it is not kept out.
 */
export async function deleteAccount(services: Services, { id }: User): Promise<boolean> {
  const remove = async (transaction: Db) => {
    if (!(await deleteDisabled(transaction, id))) return false;
    await endMailedLinks(transaction, id, "passwordReset", "recoveryCodes");
    return true;
  };
  return changeAndRecord({ services }, remove, () => ({
    events: [{ event: "account.deleted", userId: id, detail }],
  }));
}

/**
 * Forgets the failed guesses at an account's name, in browsers that keep it too, and at its second factor, with the locks and
 * challenges that they led to; false where there were none. What an address of the network has spent stays.
 */
export async function unlockAccount(services: Services, { id, username }: User): Promise<boolean> {
  const budgets = [nameBudget(username), factorBudget(id)];
  const unlock = async (transaction: Db) => {
    const cleared = [];
    for (const { key } of budgets) cleared.push(await clearAllTries(transaction, key));
    return cleared.includes(true);
  };
  return changeAndRecord({ services }, unlock, () => ({
    events: [{ event: "account.unlocked", userId: id, detail }],
  }));
}

/** Says whether an account needs a second factor, which is set up at the next sign-in; false where it is so already. */
export async function requireSecondFactor(
  services: Services,
  { id }: User,
  required: boolean,
): Promise<boolean> {
  const require = (transaction: Db) => setSecondFactorRequired(transaction, id, required);
  const event = required ? "secondFactor.required" : "secondFactor.notRequired";
  return changeAndRecord({ services }, require, () => ({ events: [{ event, userId: id, detail }] }));
}

/**
 * Removes every second factor with all that rests on them, recovery codes, remembered devices and sessions, and tells the
 * person by mail. Gives the kinds that were active.
 */
export async function resetSecondFactors(services: Services, user: User): Promise<SecondFactorKind[]> {
  const required = await isSecondFactorRequired(services.store.db, user);
  const speech = inLanguageOf(messageSetting(services), user);
  const remove = async (transaction: Db) => {
    const kinds = await holdSecondFactors(transaction, user.id);
    if (kinds.length === 0) return undefined;
    await endSecondFactors(transaction, user.id, kinds, 0);
    return kinds;
  };
  const happened = (kinds: SecondFactorKind[]): Happened => ({
    events: kinds.map((method, index) => ({
      event: "secondFactor.removed",
      userId: user.id,
      detail: { ...detail, method, left: kinds.length - 1 - index },
    })),
    notice: noticeTo(speech, user, {
      template: required ? "secondFactorReset" : "secondFactorDisabled",
      params: { method: kinds.map((kind) => speech.t(`panels.setup-methods.${kind}.title`)).join(", ") },
    }),
  });
  return (await changeAndEndOthers({ services, visitor: null }, user.id, remove, happened)) ?? [];
}

/**
 * Removes a device, which signs in no longer, and tells the person by mail, as where they remove it themselves: also the last way in.
 * False where it is gone.
 */
export async function removeDevice(
  services: Services,
  user: User,
  { id }: Pick<Credential, "id">,
): Promise<boolean> {
  const remove = (transaction: Db) => deleteCredential(transaction, user.id, id);
  const happened = (name: string): Happened => ({
    events: [{ event: "credential.removed", userId: user.id, detail }],
    notice: noticeTo(messageSetting(services), user, {
      template: "deviceRemoved",
      params: { device: name },
    }),
  });
  return (await changeAndEndOthers({ services, visitor: null }, user.id, remove, happened)) !== undefined;
}

/** Removes the link of an account to a provider, which signs in to it no longer, and tells the person by mail; false where there is none. */
export async function unlinkProvider(services: Services, user: User, vendorId: string): Promise<boolean> {
  const { id } = user;
  const unlink = async (transaction: Db) =>
    (await unlinkExternalLogins(transaction, id, vendorId)) || undefined;
  const happened = (): Happened => ({
    events: [{ event: "externalLogin.removed", userId: id, detail: { ...detail, vendorId } }],
    notice: noticeTo(messageSetting(services), user, {
      template: "providerUnlinked",
      params: { provider: vendorName(services, vendorId) },
    }),
  });
  return (await changeAndEndOthers({ services, visitor: null }, id, unlink, happened)) ?? false;
}

/** Makes a new set of recovery codes in place of the one before; they are told here alone, and their person by mail that there are some. */
export async function makeRecoveryCodes(services: Services, user: User): Promise<string[]> {
  const { id } = user;
  const { settings, now } = services;
  const codes = newRecoveryCodes();
  const renew = async (transaction: Db) => {
    await renewRecoveryCodes(transaction, settings.secretKeys, id, codes, now());
    await endMailedLinks(transaction, id, "recoveryCodes");
    return codes;
  };
  return changeAndRecord({ services }, renew, () => ({
    events: [{ event: "recoveryCodes.renewed", userId: id, detail }],
    notice: noticeTo(messageSetting(services), user, { template: "recoveryCodesRenewed", params: {} }),
  }));
}

/**
 * Mails a person who has lost theirs a link at which they collect new recovery codes, in place of links before. `user.email` must be
 * known.
 */
export async function mailRecoveryCodeLink(services: Services, user: User): Promise<void> {
  await issueRecoveryCodeLink(inLanguageOf(messageSetting(services), user), user);
  await recordEvent({ services }, { event: "recoveryCodes.linkSent", userId: user.id, detail });
}

/** A mail that no page asked for: of the default partner, in its language. */
export function messageSetting(services: Services): MessageSetting {
  const config = services.config();
  const partner = config.partners.default;
  const { partnerId, defaultLanguage: language } = partner;
  return { services, partner, language, t: translatorOf(config, partnerId, language) };
}
