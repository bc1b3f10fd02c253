import type { Journey } from "../../generated/calls.ts";
import type { CallContext, Handlers } from "../call.ts";
import { Leave } from "../call.ts";
import { cancelAddress } from "../request/authorization-request.ts";
import { standingOf } from "../request/standing.ts";
import { screenWithReturn } from "../screen-path.ts";
import { deleteAttempt } from "../store/attempts.ts";
import { attemptHere } from "./attempt-here.ts";
import { issueState } from "./issue-state.ts";
import { advance, leaveSession } from "./journey.ts";
import { declineDevice } from "./secure-credential/register-device.ts";
import { leaveSetup, setupBack } from "./set-up/two-factor-setup-ways.ts";

/** Goes on from an in-between page. A step that is owed stays owed, whatever the button says (security, TF-4). */
export const next: Handlers["Next"] = async (context, { query }) => {
  const { target } = context;
  switch (query.button) {
    case "cancel":
      await forgetAttempt(context);
      return new Leave(target.request === null ? target.returnUrl : cancelAddress(target.request));
    case "switch":
      await leaveSession(context);
      return new Leave(screenWithReturn(context, "login"), await issueState(context));
    case "back": {
      const before = await setupBack(context);
      if (before !== undefined) return before;
      await forgetAttempt(context);
      return new Leave(screenWithReturn(context, "login"));
    }
    case "skip":
      return leaveSetup(context, true, () => skip(context));
    default:
      return leaveSetup(context, false, () => advance(context));
  }
};

/**
 * Only what is offered can be skipped: a stage that is owed stays where it is (decisions 9). A device is offered once
 * the session is written; before that the button was that of another page.
 */
async function skip(context: CallContext): Promise<Journey | Leave> {
  const { services, visitor, target } = context;
  const standing = await standingOf(services, visitor, target);
  const isOffered = standing?.stage === "deviceOffered" && standing.unwritten === undefined;
  return isOffered ? declineDevice(context) : advance(context);
}

async function forgetAttempt(context: CallContext): Promise<void> {
  const attempt = await attemptHere(context);
  if (attempt !== undefined) await deleteAttempt(context.services.store.db, attempt);
}
