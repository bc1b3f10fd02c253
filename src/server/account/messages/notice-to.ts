import { deviceName } from "../../../shared/device-name.ts";
import { day } from "../../../shared/durations.ts";
import { momentIn } from "../../../shared/formats.ts";
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

/** What every notice is given here. */
type Common = "username" | "occasion";

/** Any mail that tells of a change, but for what every one is given. */
type NoticeOf<Mail> = Mail extends { template: infer Template; params: infer Params }
  ? Common extends keyof Params
    ? { template: Template; params: Omit<Params, Common> }
    : never
  : never;

/** In whose name and language a notice speaks, and in which browser it was caused, which a command has none of. */
type NoticeSetting = MessageSetting & { userAgent?: string };

/**
 * The mail that tells a person what has changed in how they sign in: whoever makes the change puts it in line with it
 * (`changeAndRecord`). It speaks the account's language, whoever made the change in which, and names the account: one mailbox may
 * have several. It says when and in which browser, as far as that is told. Undefined where no mail address is known.
 */
export function noticeTo(
  setting: NoticeSetting,
  user: Pick<User, "email" | "username" | "language">,
  { template, params }: NoticeOf<MessageOf<"mail">>,
): Notice | undefined {
  const { email, username } = user;
  if (email === null) return undefined;
  const spoken = inLanguageOf(setting, user);
  const mail = {
    template,
    params: { ...params, username, occasion: occasionOf(spoken) },
  } as MessageOf<"mail">;
  return {
    setting: spoken,
    order: { ...mail, channel: "mail", to: email, life: lives[template] ?? usualLife },
  };
}

/** When it happened and, where a browser tells what it is, in which. */
function occasionOf({ services, t, language, userAgent = "" }: NoticeSetting): string {
  const time = momentIn(language, services.now());
  const { browser, system } = deviceName(userAgent);
  if (browser === undefined || system === undefined) return t("mails.occasion.when", { time });
  return t("mails.occasion.where", { time, browser, system });
}
