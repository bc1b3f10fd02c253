import { day } from "../../../shared/durations.ts";
import type { MessageOf } from "../../../shared/message-values.ts";
import type { MessageSetting, Notice } from "../../delivery/queue-message.ts";
import type { User } from "../../store/users.ts";
import { inLanguageOf } from "./in-language-of.ts";

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
 * (`changeAndRecord`). It speaks the account's language, whoever made the change in which, and names the account: one mailbox may
 * have several. Undefined where no mail address is known.
 */
export function noticeTo(
  setting: MessageSetting,
  user: Pick<User, "email" | "username" | "language">,
  { template, params }: NoticeOf<MessageOf<"mail">>,
): Notice | undefined {
  const { email, username } = user;
  if (email === null) return undefined;
  const mail = { template, params: { ...params, username } } as MessageOf<"mail">;
  return {
    setting: inLanguageOf(setting, user),
    order: { ...mail, channel: "mail", to: email, life: lives[template] ?? usualLife },
  };
}
