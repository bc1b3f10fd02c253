import { pickLanguage } from "../../../shared/languages.ts";
import type { CallContext } from "../../call.ts";
import { translatorOf } from "../../plugins/translator-of.ts";
import type { User } from "../../store/users.ts";

/** The context in the language that is kept with an account, in which a mail to it speaks; else the page's. */
export function inLanguageOf(context: CallContext, user: Pick<User, "language"> | undefined): CallContext {
  const { services, partner } = context;
  const wishes = [user?.language ?? undefined];
  const language = pickLanguage(wishes, partner.availableLanguages, context.language);
  return { ...context, language, t: translatorOf(services.config(), partner.partnerId, language) };
}
