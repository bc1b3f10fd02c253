import type { CallContext } from "../../call.ts";
import { type MessageOrder, queueMessage } from "../../delivery/queue-message.ts";
import type { MailSetting } from "../../delivery/write-mail.ts";
import type { User } from "../../store/users.ts";

/** A notice is of use for long, but not for ever; milliseconds. */
const usualLife = 7 * 24 * 3_600_000;

/** Tells a person by mail what has changed in how they sign in; nothing where no mail address is known. */
export async function sendNotice(
  context: MailSetting & Pick<CallContext, "services">,
  { email }: Pick<User, "email">,
  { life = usualLife, ...notice }: Pick<MessageOrder, "template" | "params"> & { life?: number },
): Promise<void> {
  if (email !== null) await queueMessage(context, { ...notice, channel: "mail", to: email, life });
}
