import type { Handlers } from "../../call.ts";
import { isOfferOpen } from "../../domain/device-offer.ts";
import { fieldProblem } from "../../problem.ts";
import { changeAndRecord, type Happened } from "../../record-event.ts";
import { credentialsOf, deleteCredential, setCredentialName } from "../../store/credentials.ts";
import type { Db } from "../../store/tables.ts";
import { isSecureSignInOffered } from "../../webauthn/secure-sign-in-offer.ts";
import { changeAndEndOthers } from "../account-change.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { freshlySignedIn, signedIn } from "../signed-in.ts";
import { mayAddDevice } from "./register-device.ts";
import { unknownCredential } from "./unknown-credential.ts";

/** One's registered devices, and whether they may be changed now. */
export const credentials: Handlers["Credentials"] = async (context) => {
  const { services } = context;
  const { user, session } = signedIn(context);
  const items = await credentialsOf(services.store.db, user.id);
  return {
    items: items.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    fresh: mayAddDevice(context),
    offered: isOfferOpen(session, services.now()),
    allowed: isSecureSignInOffered(context),
  };
};

/** Gives one of one's devices another name. */
export const renameCredential: Handlers["RenameCredential"] = async (context, { body }) => {
  const { user } = signedIn(context);
  const rename = (transaction: Db) => setCredentialName(transaction, user.id, body.id, body.name.trim());
  const happened = (): Happened => ({ events: [{ event: "credential.renamed", userId: user.id }] });
  if (!(await changeAndRecord(context, rename, happened)))
    throw fieldProblem("", { code: "problems.deviceGone" });
  return { outcome: "renamed" };
};

/**
 * Removes one of one's devices, after a fresh sign-in, and ends one's sessions elsewhere (security, SE-6, SE-8). To remove what is
 * gone already is no mistake and changes nothing.
 */
export const removeCredential: Handlers["RemoveCredential"] = async (context, { body }) => {
  const { user } = freshlySignedIn(context);
  const remove = (db: Db) => deleteCredential(db, user.id, body.id);
  const happened = (name: string): Happened => ({
    events: [{ event: "credential.removed", userId: user.id }],
    notice: noticeTo(context, user, { template: "deviceRemoved", params: { device: name } }),
  });
  await changeAndEndOthers(context, user.id, remove, happened);
  return { outcome: "removed", unknownCredential: unknownCredential(context, body.id) };
};
