import { pickLanguage } from "../../../shared/languages.ts";
import type { MessageSetting } from "../../delivery/queue-message.ts";
import type { User } from "../../store/users.ts";
import { translatorOf } from "../../translator-of.ts";

/** The setting in the language that is kept with an account, in which a mail to it speaks; else as it is, in the page's. */
export function inLanguageOf<Setting extends MessageSetting>(
  setting: Setting,
  user: Pick<User, "language"> | undefined,
): Setting {
  const { services, partner } = setting;
  const language = pickLanguage([user?.language ?? undefined], partner.availableLanguages, setting.language);
  return { ...setting, language, t: translatorOf(services.config(), partner.partnerId, language) };
}
