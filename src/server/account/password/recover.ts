import { minute } from "../../../shared/durations.ts";
import { anyOf } from "../../../shared/formats.ts";
import type { MessageOf } from "../../../shared/message-values.ts";
import type { CallContext, Handlers } from "../../call.ts";
import { type MessageOrder, queueMessage } from "../../delivery/queue-message.ts";
import { foldUsername } from "../../domain/fold.ts";
import { recordEvent } from "../../record-event.ts";
import { standingOf } from "../../request/standing.ts";
import { startAddress } from "../../request/start-address.ts";
import { screenUrl } from "../../screen-path.ts";
import { vendorsOfUser } from "../../store/external-logins.ts";
import { findUserByName, type User } from "../../store/users.ts";
import { vendorName } from "../../vendor-config.ts";
import { ensureAttemptHere } from "../attempt-here.ts";
import { requireCaptcha } from "../captcha.ts";
import { inLanguageOf } from "../messages/in-language-of.ts";
import { mailboxOf } from "../messages/mailbox.ts";
import { assertMaySend } from "../messages/send-limits.ts";
import { knownUsername } from "../remembered-username.ts";
import { issueResetLink, linkMinutes } from "./reset-link.ts";

/** Whose password is to be recovered: nobody who has proven to be somebody here types that name again. */
export const recoverView: Handlers["RecoverView"] = async (context) => {
  const { services, visitor, target } = context;
  const standing = await standingOf(services, visitor, target);
  const halfWay = standing?.unwritten === undefined ? undefined : standing.user.username;
  return { username: halfWay ?? knownUsername(context, visitor.user) };
};

/**
 * Mails a link to a new password. An unknown name, a disabled account and one without a password get the same answer
 * by the same work: the same rows are written, and to whom nothing may be sent the message is one to nobody (security,
 * EN-3). A mail goes to the address of the account alone, whatever is typed (RR-5).
 */
export const recover: Handlers["Recover"] = async (context, { body: { username } }) => {
  await requireCaptcha(context, username);
  const usernameFold = foldUsername(username);
  // By the name alone: whoever asks, the mail reaches the same person, and the newest link is the one that counts.
  const order = { purpose: "passwordReset", owner: usernameFold, channel: "mail", username } as const;
  await assertMaySend(context, order);
  // By this the link is known to be opened in the browser that the application's request came from.
  await ensureAttemptHere(context);
  const user = await findUserByName(context.services.store.db, username);
  const { to, detail } = await mailboxOf(context, user, order);
  const speech = inLanguageOf(context, user);
  // Where no mail goes, the link that was mailed before stays good.
  const message = await messageTo(speech, username, to === null ? undefined : user);
  const life = linkMinutes * minute;
  await queueMessage(speech, { channel: "mail", to, life, ...message });
  await recordEvent(context, { event: "password.recoveryAsked", userId: user?.id, detail });
  return { outcome: "sent", minutes: linkMinutes };
};

/**
 * In the language of the context: the link to a new password, or, for an account that has no password here, how its person signs in.
 * `user` undefined: nobody gets it.
 */
async function messageTo(
  context: CallContext,
  username: string,
  user: User | undefined,
): Promise<MessageOf<"mail"> & Pick<MessageOrder, "brings">> {
  const { services, language } = context;
  const hasPassword = user !== undefined && user.passwordPhc !== null;
  const { link, brings } = await issueResetLink(context, username, hasPassword ? user : undefined);
  const vendors = await vendorsOfUser(services.store.db, user?.id ?? "");
  if (user === undefined || hasPassword)
    return {
      template: "passwordReset",
      brings,
      params: { link, username: user?.username ?? "", minutes: linkMinutes },
    };
  const names = vendors.map((id) => vendorName(services, id));
  const params = {
    link: signInLink(context),
    username: user.username,
    providers: anyOf(language, names),
  };
  return { template: names.length > 0 ? "passwordAtProvider" : "passwordNone", params };
}

/** The sign-in page in any browser: the application's request belongs to the one that it came from. */
function signInLink(context: CallContext): string {
  const { services, target } = context;
  const { returnUrl, request, client } = target;
  const end = request === null ? returnUrl : startAddress(services, client?.id ?? null);
  return screenUrl(context, "login", {}, end);
}
