import { day } from "../../../shared/durations.ts";
import type { MessageOf } from "../../../shared/message-values.ts";
import type { Notice } from "../../delivery/queue-message.ts";
import type { MailSetting } from "../../delivery/write-mail.ts";
import type { User } from "../../store/users.ts";

/** A notice is of use for long, but not for ever; milliseconds. News of one's devices stays news for a day. */
const usualLife = 7 * day;
const lives: Partial<Record<MessageOf<"mail">["template"], number>> = {
  deviceAdded: day,
  deviceRemoved: day,
};

/** Any mail to whoever has an account already, but for the account's name. */
type NoticeOf<Mail> = Mail extends { template: infer Template; params: infer Params }
  ? "username" extends keyof Params
    ? { template: Template; params: Omit<Params, "username"> }
    : never
  : never;

/**
 * The mail that tells a person what has changed in how they sign in: whoever makes the change puts it in line with it
 * (`changeAndRecord`). It names the account: one mailbox may have several. Undefined where no mail address is known.
 */
export function noticeTo(
  setting: MailSetting,
  { email, username }: Pick<User, "email" | "username">,
  { template, params }: NoticeOf<MessageOf<"mail">>,
): Notice | undefined {
  if (email === null) return undefined;
  const mail = { template, params: { ...params, username } } as MessageOf<"mail">;
  return { setting, order: { ...mail, channel: "mail", to: email, life: lives[template] ?? usualLife } };
}
