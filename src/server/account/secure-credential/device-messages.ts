import { day } from "../../../shared/durations.ts";
import type { Notice } from "../../delivery/queue-message.ts";
import type { MailSetting } from "../../delivery/write-mail.ts";
import type { User } from "../../store/users.ts";
import { noticeTo } from "../messages/notice-to.ts";

/** News of one's devices stays news for a day, milliseconds. */
const life = day;

/** The mail that a device can, or can no longer, sign in for a person; so that a thief's is noticed. */
export function deviceNotice(
  setting: MailSetting,
  user: Pick<User, "email" | "username">,
  template: "deviceAdded" | "deviceRemoved",
  device: string,
): Notice | undefined {
  return noticeTo(setting, user, { template, params: { device } }, life);
}
