import type { AnswerOf } from "../../shared/contract.ts";
import type { CallContext, Handlers } from "../call.ts";
import { cookieNames } from "../cookies.ts";
import { namesSomebodyElse, wantsProofAnew } from "../request/authorization-request.ts";
import { lacksVoucher } from "../request/sign-in-requirement.ts";
import { standingOf } from "../request/standing.ts";
import type { AuthorizationRequest } from "../store/authorization-requests.ts";
import type { Session } from "../store/sessions.ts";
import { issueState } from "./issue-state.ts";
import { leaveSession } from "./journey.ts";

/** Reasons that the logged-out page tells in words of their own. */
const told = ["inactivity", "elsewhere", "timeLimit"] as const;
/** Seconds that the logged-out page tells the reason. */
const reasonLife = 60;

/** Says whether the session can go on for this request without a page, as prompt=none would. */
export const silentLogin: Handlers["SilentLogin"] = async (context) => {
  return { outcome: await silentOutcome(context) };
};

/**
 * Ends the session because nobody used it, or because another window ended it, and lets the logged-out page say so.
 * A caller that says until when it knew the session does not end one that was used since, in another window or by an
 * application.
 */
export const silentLogout: Handlers["SilentLogout"] = async (context, { body }) => {
  const { services, visitor, cookies } = context;
  const { reason, sessionExpiresAt } = body;
  const { session } = visitor;
  if (session !== null && sessionExpiresAt !== undefined && session.expiresAt > sessionExpiresAt) {
    const { expiresAt } = session;
    return {
      outcome: "signedIn",
      reason,
      sessionExpiresAt: expiresAt,
      sessionExpiresIn: expiresAt - services.now(),
    };
  }
  await leaveSession(context, reason);
  cookies.set(cookieNames.signedOut, reason, { maxAge: reasonLife });
  return { outcome: "signedOut", reason, state: await issueState(context) };
};

/** Why the last session of this browser ended, while the page may still tell. */
export function signedOutReason({ cookies }: Pick<CallContext, "cookies">): AnswerOf<"LogoutView">["reason"] {
  const reason = cookies.get(cookieNames.signedOut);
  return told.find((one) => one === reason) ?? "signedOut";
}

/** The session has ended for a reason that needs no words. */
export function forgetSignedOutReason({ cookies }: Pick<CallContext, "cookies">): void {
  if (cookies.get(cookieNames.signedOut) !== undefined) cookies.clear(cookieNames.signedOut);
}

/** Somebody is signed in, and the waiting request wants neither the proof anew nor somebody else, here or to vouch. */
export function canGoOn({ visitor: { session }, target, services }: CallContext): boolean {
  const { request } = target;
  if (session === null) return false;
  if (request === null) return true;
  return !wantsSignIn(request, session, services.now()) && !lacksVoucher(services, target, session);
}

function wantsSignIn(request: AuthorizationRequest, session: Session, now: number): boolean {
  return wantsProofAnew(request, session, now) || namesSomebodyElse(request, session);
}

async function silentOutcome(context: CallContext): Promise<AnswerOf<"SilentLogin">["outcome"]> {
  const { services, visitor, target } = context;
  const { session } = visitor;
  const { request } = target;
  if (session === null) return "loginRequired";
  if (request !== null && wantsSignIn(request, session, services.now())) return "loginRequired";
  if (request !== null && lacksVoucher(services, target, session)) return "interactionRequired";
  const standing = await standingOf(services, visitor, target);
  const isDone = standing?.stage === "done" && standing.unwritten === undefined;
  return isDone ? "signedIn" : "interactionRequired";
}
