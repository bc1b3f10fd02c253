import { type ColourScheme, colourSchemeCookie, isColourScheme } from "../../shared/colour-scheme.ts";
import { directionOf } from "../../shared/languages.ts";
import type { PageState } from "../../shared/page-state.ts";
import { problemKeys } from "../../shared/problem-codes.ts";
import {
  pickTexts,
  saidElsewhere,
  textsOfOtherFields,
  textsOfScreen,
  withTexts,
} from "../../shared/screen-texts.ts";
import { type CallContext, Leave } from "../call.ts";
import { perConfig } from "../per-config.ts";
import { ownPartOfUid } from "../request/authorization-request.ts";
import { runCall } from "../run-call.ts";
import { catalogueUrl } from "./catalogues.ts";
import type { Fresh } from "./page-cache.ts";
import type { ScreenContent } from "./page-result.ts";

/**
 * Puts together what the page of a screen carries. `say` is a message of the page before; of what is fresh `token` and, where it
 * is not empty, `request` in place of the one that waits.
 */
export async function pageState(
  context: CallContext,
  content: ScreenContent,
  { token, request }: Pick<Fresh, "token" | "request">,
  say: string | undefined,
): Promise<PageState> {
  const { partner, language, target, services } = context;
  const nothing = { query: {}, body: undefined };
  const [user, metadata] = await Promise.all([
    runCall(context, "User", nothing),
    // What a page tells of its partner is what anybody may ask for: no file of this server, no rule.
    runCall(context, "GetPartnerMetaData", nothing),
  ]);
  if (user instanceof Leave || metadata instanceof Leave) throw new Error("neither leads away");
  const config = services.config();
  const branded = brandedState(config, partner.partnerId, language, content.screen.id);
  const message = say === undefined ? {} : { say: `messages.${say}` };
  const more = [...problemKeys(content.problems), ...Object.values(message)];
  return {
    ...branded,
    texts: withTexts(branded.texts, config.texts(partner.partnerId, language), more),
    query: content.query,
    returnUrl:
      target.request && request
        ? target.returnUrl.replaceAll(ownPartOfUid(target.request.uid), request)
        : target.returnUrl,
    view: content.view,
    list: content.list,
    user,
    partner: metadata,
    scheme: chosenScheme(context),
    token,
    values: content.values,
    problems: content.problems,
    asked: content.asked,
    ...message,
  };
}

// Written by the page's script, so it may be anything.
function chosenScheme({ cookies }: CallContext): ColourScheme {
  const chosen = cookies.get(colourSchemeCookie);
  return isColourScheme(chosen) ? chosen : "auto";
}

/** What of a page follows from the screen, the partner and the language alone. */
export const brandedState = perConfig((config, partnerId: string, language: string, screen: string) => {
  const partner = config.partners[partnerId];
  if (partner === undefined) throw new Error(`There is no partner ${partnerId}`);
  const { logo, background, behaviour, availableLanguages, privacyUrl, imprintUrl } = partner;
  return {
    screen,
    background:
      background !== null && behaviour.showBackgroundImages ? `/partners/${partnerId}/background` : null,
    hasLogo: logo !== null,
    language,
    direction: directionOf(language),
    languages: availableLanguages.map((tag) => ({ tag, name: languageName(tag) })),
    texts: pickTexts(
      config.texts(partnerId, language),
      textsOfScreen(config, screen),
      // And what only this server writes itself, or nothing does.
      [
        ...saidElsewhere(config.screens, screen),
        ...textsOfOtherFields(config.screens, config.forms, screen),
        "shell.leaving.",
        ...(privacyUrl === undefined && imprintUrl === undefined ? ["shell.legal."] : []),
        "shell.unavailable.",
      ],
    ),
    catalogueUrl: catalogueUrl(config, partnerId, language),
  };
});

/** A language by its own name, with a capital as in a menu. */
function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
