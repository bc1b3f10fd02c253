import type { CallContext } from "../../call.ts";
import type { User } from "../../store/users.ts";
import { sendNotice } from "../messages/send-notice.ts";

/** News of one's devices stays news for a day, milliseconds. */
const life = 24 * 3_600_000;

/** Tells a person by mail that a device can, or can no longer, sign in for them; so that a thief's is noticed. */
export async function tellOfDevice(
  context: CallContext,
  user: Pick<User, "email">,
  template: "deviceAdded" | "deviceRemoved",
  device: string,
): Promise<void> {
  await sendNotice(context, user, { template, params: { device }, life });
}
