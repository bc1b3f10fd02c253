import { day, second } from "../../shared/durations.ts";
import type { CallContext, ReturnTarget } from "../call.ts";
import { cookieNames } from "../cookies.ts";
import { sha256 } from "../crypto.ts";
import type { LanguageWishes } from "./language-of.ts";
import { returnKeyOf } from "./standing.ts";

const year = (365 * day) / second;
const separator = "~";

/**
 * Keeps a choice of the language menu in this browser, with a mark of the sign-in it was made in: there it holds
 * even against what the application asks for.
 */
export function keepLanguageChoice({ cookies, target }: CallContext, language: string): void {
  cookies.set(cookieNames.language, `${language}${separator}${markOf(target)}`, { maxAge: year });
}

/** Reads the choice back: made during this sign-in, or before. */
export function languageChoiceOf(
  value: string | undefined,
  target: ReturnTarget,
): Pick<LanguageWishes, "chosenHere" | "cookie"> {
  const [language, mark] = value?.split(separator) ?? [];
  return target.request !== null && mark === markOf(target) ? { chosenHere: language } : { cookie: language };
}

function markOf(target: ReturnTarget): string {
  return sha256(returnKeyOf(target)).slice(0, 12);
}
