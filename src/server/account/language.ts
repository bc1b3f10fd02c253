import { directionOf, matchLanguage } from "../../shared/languages.ts";
import type { Handlers } from "../call.ts";
import { fieldProblem } from "../problem.ts";
import { keepLanguageChoice } from "../request/language-choice.ts";
import { setLanguage as storeLanguage } from "../store/users.ts";

/** Remembers the language, as the form of it that the partner lists, in this browser and with the account. */
export const setLanguage: Handlers["SetLanguage"] = async (context, { query }) => {
  const { services, visitor, partner } = context;
  const language = matchLanguage(query.language ?? "", partner.availableLanguages);
  if (language === undefined) throw fieldProblem("language", { code: "problems.languageNotAvailable" });
  keepLanguageChoice(context, language);
  if (visitor.user !== null) await storeLanguage(services.store.db, visitor.user.id, language);
  return { language, direction: directionOf(language) };
};
