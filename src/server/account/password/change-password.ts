import type { Handlers } from "../../call.ts";
import { cookieNames } from "../../cookies.ts";
import { renewSession } from "../../oidc/session-life.ts";
import { fieldProblem } from "../../problem.ts";
import { setPassword } from "../../store/users.ts";
import { issueState } from "../issue-state.ts";
import { userByPassword } from "../password-guess.ts";
import { signedIn } from "../signed-in.ts";
import { assertChangedPassword, justChanged, replacePassword, wrongPassword } from "./new-password.ts";

/**
 * Changes the password of whoever is signed in and knows it (security, PW-6). Here the person stays signed in, under a
 * new identifier (SE-2); everywhere else the session ends.
 */
export const changePassword: Handlers["ChangePassword"] = async (context, { body }) => {
  const { services, cookies } = context;
  const { user, session } = signedIn(context);
  if (user.passwordPhc === null) throw fieldProblem("", { code: "problems.noPassword" });
  assertChangedPassword(context, { ...body, username: user.username });
  // Who is signed in already is refused no sign-in; many tries in a row may be somebody else's, at a device that was left.
  const guess = { username: user.username, refusedAs: "password.changeFailed" } as const;
  const proven = await userByPassword(context, { ...guess, password: body.currentPassword });
  const replacement = { newPassword: body.newPassword, event: "password.changed" } as const;
  const replace = (before: string) =>
    replacePassword(context, user, replacement, (transaction, phc) =>
      setPassword(transaction, user.id, phc, services.now(), before),
    );
  const isReplaced = proven !== null && (await replace(proven.passwordPhc ?? "")) !== undefined;
  const id = isReplaced ? await renewSession(services, session.idHash) : undefined;
  if (id !== undefined) cookies.set(cookieNames.session, id);
  // A twin of this press may have been ahead, whose answer was lost.
  const isChanged =
    isReplaced || (await justChanged(context, { ...guess, password: body.newPassword })) !== null;
  if (!isChanged) throw wrongPassword();
  return { outcome: "changed", state: await issueState(context) };
};
