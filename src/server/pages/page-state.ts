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
  const config = services.config();
  const nothing = { query: {}, body: undefined };
  const [user, metadata] = await Promise.all([
    runCall(context, "User", nothing),
    // What a page tells of its partner is what anybody may ask for: no file of this server, no rule.
    runCall(context, "GetPartnerMetaData", nothing),
  ]);
  if (user instanceof Leave || metadata instanceof Leave) throw new Error("neither leads away");
  const { logo, background } = partner;
  return {
    screen: content.screen.id,
    query: content.query,
    returnUrl: target.returnUrl,
    view: content.view,
    list: content.list,
    user,
    partner: metadata,
    background:
      background !== null && partner.behaviour.showBackgroundImages
        ? `/partners/${partner.partnerId}/background`
        : null,
    hasLogo: logo !== null,
    language,
    direction: directionOf(language),
    languages: partner.availableLanguages.map((tag) => ({ tag, name: languageName(tag) })),
    texts: pickTexts(
      config.texts(partner.partnerId, language),
      textsOfScreen(config.screens, content.screen.id),
    ),
    catalogueUrl: catalogueUrl(config, partner.partnerId, language),
    token,
    values: content.values,
    problems: content.problems,
    ...(content.asked === undefined ? {} : { asked: content.asked }),
    ...(say === undefined ? {} : { say: `messages.${say}` }),
  };
}

/** A language by its own name, with a capital as in a menu. */
function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
