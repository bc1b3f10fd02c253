import { errors, type Interaction, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { resolveNext, screenAddress } from "../../shared/screens.ts";
import { randomToken } from "../crypto.ts";
import type { Services } from "../services.ts";
import { lacksProvider } from "../sign-in-requirement.ts";
import type { Standing } from "../standing.ts";
import { saveAuthorizationRequest } from "../store/authorization-requests.ts";
import { pageFor } from "./authorization-request.ts";
import { providerRequest, standingOfRequest, targetOfRequest } from "./provider-request.ts";

const { Check } = interactionPolicy;
const signInPath = "/account/login";
const stageOwed = "stage_owed";

/**
 * When a person is needed: the library's own reasons (no session, `prompt=login`, `max_age`, `id_token_hint`), a
 * stage of the journey that is still owed, a provider that has to vouch, or to give the answer of somebody who cancelled. Nobody is asked for
 * consent, because all applications are the provider's own; `prompt=consent` is understood, for offline_access
 * needs it.
 */
export function policy(services: Services): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base();
  prompts.get("consent")?.checks.clear();
  const checks = prompts.get("login")?.checks;
  checks?.add(
    new Check(stageOwed, "the sign-in is not finished", "interaction_required", async (ctx) => {
      const standing = await standingOfRequest(services, ctx);
      return standing !== null && standing.stage !== "done";
    }),
  );
  checks?.add(
    new Check("vendor_required", "a provider has to vouch", "interaction_required", (ctx) => {
      const { session } = providerRequest(ctx).visitor;
      return session !== null && lacksProvider(services, targetOfRequest(services, ctx), session);
    }),
  );
  checks?.add(
    new Check("cancelled", "the person cancelled", "access_denied", (ctx) => {
      return providerRequest(ctx).resumed?.cancelled ?? false;
    }),
  );
  return prompts;
}

/** Stores the request, or keeps the one that it came from, and says which page the person needs. */
export async function pageForPerson(
  services: Services,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): Promise<string> {
  const { resumed } = providerRequest(ctx);
  if (resumed?.cancelled) throw new errors.AccessDenied(undefined, "the person cancelled");
  const standing = await standingOfRequest(services, ctx);
  const onlyStage = interaction.prompt.reasons.every((reason) => reason === stageOwed);
  if (resumed?.proven && !onlyStage) {
    throw new errors.LoginRequired("the person who signed in is not the one asked for");
  }
  if (resumed === undefined) await remember(services, ctx, interaction);
  const goesOn = standing !== null && (onlyStage || standing.unwritten !== undefined);
  const path = goesOn ? stagePath(services, standing.stage) : signInPath;
  return pageFor(path, resumed?.request.uid ?? interaction.uid);
}

/** The screen of a stage, as the journey of the sign-in screen leads to it. */
function stagePath(services: Services, stage: Standing["stage"]): string {
  const { screens } = services.config();
  const signIn = Object.values(screens).find(({ path }) => path === signInPath);
  const way = signIn && resolveNext(signIn.id, signIn.next, { outcome: stage });
  const screen = way && screens[way.screen];
  return screen === undefined ? signInPath : screenAddress(screen, {});
}

async function remember(
  services: Services,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): Promise<void> {
  const request = {
    uid: interaction.uid,
    chainId: randomToken(16),
    clientId: ctx.oidc.client?.clientId ?? "",
    params: interaction.params,
  };
  await saveAuthorizationRequest(services.store.db, request, services.now());
}
