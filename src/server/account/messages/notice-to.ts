import { day } from "../../../shared/durations.ts";
import type { MessageOf } from "../../../shared/message-values.ts";
import type { Notice } from "../../delivery/queue-message.ts";
import type { MailSetting } from "../../delivery/write-mail.ts";
import type { User } from "../../store/users.ts";

/** A notice is of use for long, but not for ever; milliseconds. */
const usualLife = 7 * day;

/**
 * The mail that tells a person what has changed in how they sign in: whoever makes the change puts it in line with it
 * (`changeAndRecord`). Undefined where no mail address is known.
 */
export function noticeTo(
  setting: MailSetting,
  { email }: Pick<User, "email">,
  mail: MessageOf<"mail">,
  life = usualLife,
): Notice | undefined {
  return email === null ? undefined : { setting, order: { ...mail, channel: "mail", to: email, life } };
}
