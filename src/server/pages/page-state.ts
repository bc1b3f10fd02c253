import type { Partner } from "../../config/partners.ts";
import type { Config } from "../../config/read-config.ts";
import { directionOf } from "../../shared/languages.ts";
import type { PageState } from "../../shared/page-state.ts";
import { pickTexts, textsOfScreen } from "../../shared/screen-texts.ts";
import { type CallContext, Leave } from "../call.ts";
import { runCall } from "../run-call.ts";
import { catalogueUrl } from "./catalogues.ts";
import type { ScreenContent } from "./page-result.ts";

/** Puts together what the page of a screen carries. `say` is a message of the page before, `token` the fresh one. */
export async function pageState(
  context: CallContext,
  content: ScreenContent,
  token: string,
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
  return {
    ...brandedState(services.config(), { partner, language, screen: content.screen.id }),
    query: content.query,
    returnUrl: target.returnUrl,
    view: content.view,
    list: content.list,
    user,
    partner: metadata,
    token,
    values: content.values,
    problems: content.problems,
    ...(content.asked === undefined ? {} : { asked: content.asked }),
    ...(say === undefined ? {} : { say: `messages.${say}` }),
  };
}

interface Branding {
  partner: Partner;
  language: string;
  screen: string;
}

/** What of a page follows from the screen, the partner and the language alone. */
export function brandedState(config: Config, { partner, language, screen }: Branding) {
  const { partnerId, logo, background, behaviour, availableLanguages } = partner;
  return {
    screen,
    background:
      background !== null && behaviour.showBackgroundImages ? `/partners/${partnerId}/background` : null,
    hasLogo: logo !== null,
    language,
    direction: directionOf(language),
    languages: availableLanguages.map((tag) => ({ tag, name: languageName(tag) })),
    texts: pickTexts(config.texts(partnerId, language), textsOfScreen(config.screens, screen)),
    catalogueUrl: catalogueUrl(config, partnerId, language),
  };
}

/** A language by its own name, with a capital as in a menu. */
function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
