import { sentinelDates } from "../../../shared/constants.ts";
import type { CallContext, Handlers } from "../../call.ts";
import { safeEqual } from "../../crypto.ts";
import { vendorOf } from "../../oidc/vendors.ts";
import { fieldProblem, timedOut } from "../../problem.ts";
import { userOfExternalLogin } from "../../store/external-logins.ts";
import { isSpent } from "../../store/spent-values.ts";
import type { User } from "../../store/users.ts";
import { vendorName } from "../../vendor-config.ts";
import { clientView } from "../client-view.ts";
import { prove } from "../journey.ts";
import { leaveForError } from "../named-error.ts";
import { userByPassword } from "../password-guess.ts";
import { rememberedUsername } from "../remembered-username.ts";
import { isFresh } from "../signed-in.ts";
import { linkIdentity } from "./complete-link.ts";
import { keepInAttempt, sealIdentity, type WaitingIdentity, waitingIdentity } from "./external-identity.ts";
import { isMeantFor, readInvitation } from "./invitation.ts";

/** Whom the provider vouches for, and what has to be done to link them. */
export const externalUser: Handlers["ExternalUser"] = async (context, { query }) => {
  const waiting = await linkableIdentity(context);
  if (query.id === undefined) return viewOf(context, waiting === undefined ? "none" : "proof", waiting);
  const invitation = await readInvitation(context, query.id);
  if (invitation === undefined) return leaveForError(context, "invitationExpired");
  const isTaken = waiting?.invitation?.id === invitation.invitation.id;
  return viewOf(context, isTaken ? "proof" : "invitation", invitation);
};

/** Proves the account and goes on in the journey, at whose end the identity of this attempt is linked to it. */
export const link: Handlers["Link"] = async (context, { body }) => {
  const { services, partner } = context;
  const { db } = services.store;
  const identity = await linkableIdentity(context);
  if (identity === undefined) throw timedOut("no identity waits in this attempt");
  if (identity.invitation !== undefined && (await isSpent(db, "invitation", identity.invitation.id)))
    return leaveForError(context, "invitationExpired");
  const asksDate = partner.signIn.dateOfBirthAtLink;
  const given = body.dateOfBirth;
  if (asksDate && !isDate(given)) throw fieldProblem("dateOfBirth", { code: "validation.required" });
  const isBornThen = (user: User) =>
    !asksDate || (isDate(user.dateOfBirth) && safeEqual(user.dateOfBirth, given ?? ""));
  const user = await userByPassword(context, { ...body, also: isBornThen });
  if (user === null)
    throw fieldProblem("", { code: asksDate ? "problems.linkFailed" : "problems.signInFailed" });
  if (!isMeantFor(identity, user)) throw fieldProblem("", { code: "problems.linkNotYours" });
  const owner = await userOfExternalLogin(db, identity);
  if (owner !== undefined && owner !== user.id) throw fieldProblem("", { code: "problems.linkTaken" });
  const { vendorId, vendorToken = null } = identity;
  // An invitation is the provider's word about an account, and none about who is here.
  const voucher = identity.invitation === undefined ? { vendorId, vendorToken } : {};
  return prove(context, user, { methods: ["pwd"], ...voucher, link: sealIdentity(context, identity) });
};

/** Takes an invitation: links at once where its account has just signed in, else keeps it until it has. */
export const eexLink: Handlers["EexLink"] = async (context, { body }) => {
  const { services, visitor } = context;
  const invitation = await readInvitation(context, body.code);
  if (invitation === undefined) return leaveForError(context, "invitationExpired");
  const told = { provider: vendorName(services, invitation.vendorId), displayName: invitation.name };
  const { user } = visitor;
  if (user === null || !isFresh(context) || !isMeantFor(invitation, user)) {
    await keepInAttempt(context, { external: sealIdentity(context, invitation) });
    return { outcome: "proofRequired", ...told };
  }
  const linked = await linkIdentity(context, invitation);
  if (linked === "spent") return leaveForError(context, "invitationExpired");
  if (linked === "taken") throw fieldProblem("", { code: "problems.linkTaken" });
  return { outcome: "linked", ...told };
};

/** The identity that waits here, as long as its provider is one of ours. */
async function linkableIdentity(context: CallContext): Promise<WaitingIdentity | undefined> {
  const waiting = await waitingIdentity(context);
  return waiting && vendorOf(context.services, waiting.vendorId) && waiting;
}

function viewOf(
  context: CallContext,
  step: "invitation" | "proof" | "none",
  identity: WaitingIdentity | undefined,
) {
  const { services, partner, target } = context;
  const suggested = identity?.username ?? identity?.email?.split("@")[0] ?? null;
  const username = identity?.invitation?.account ?? rememberedUsername(context) ?? suggested;
  return {
    step,
    provider: identity === undefined ? null : (vendorOf(services, identity.vendorId)?.name ?? null),
    displayName: identity?.name ?? null,
    email: identity?.email ?? null,
    username: identity === undefined ? null : username,
    dateOfBirth: partner.signIn.dateOfBirthAtLink,
    client: clientView(target.client),
    cancelAllowed: target.request !== null,
  };
}

/** A sentinel day stands for none (specification, section 9). */
function isDate(day: string | null | undefined): day is string {
  return typeof day === "string" && !sentinelDates.some((sentinel) => day.startsWith(sentinel));
}
