import { errors, type Interaction, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { randomToken } from "../crypto.ts";
import { newRequestUid, pageFor } from "../request/authorization-request.ts";
import { lacksVoucher } from "../request/sign-in-requirement.ts";
import { standingScreen } from "../request/standing-screen.ts";
import { screenPath, stageScreen } from "../screen-path.ts";
import type { Services } from "../services.ts";
import { keepRequest } from "./keep-request.ts";
import { providerRequest, standingOfRequest, targetOfRequest } from "./provider-request.ts";

const { Check, Prompt } = interactionPolicy;
const stageOwed = "stage_owed";
const voucherRequired = "voucher_required";
const nothingAskedFor = "no scope that is known";

/**
 * When a person is needed: the library's own reasons (no session, `prompt`, `max_age`, `id_token_hint`), a
 * stage of the journey that is still owed, a provider or our own account that has to vouch, or to give the answer of
 * somebody who cancelled. Nobody is asked for consent, because all applications are the provider's own;
 * `prompt=consent` is understood, for offline_access needs it.
 */
export function policy(services: Services): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base();
  prompts.get("consent")?.checks.clear();
  const somethingAskedFor = new Check("nothing_asked_for", nothingAskedFor, "invalid_scope", ({ oidc }) => {
    if (oidc.requestParamOIDCScopes.size > 0) return false;
    // The library would let somebody sign in first, and then say that access was denied (RFC 6749, section 3.3).
    throw new errors.InvalidScope(nothingAskedFor, String(oidc.params?.scope ?? ""));
  });
  // The first prompt that is not met leads to a page; checks of those behind it are not looked at.
  prompts.add(new Prompt({ name: "select_account", requestable: true }, somethingAskedFor), 0);
  const checks = prompts.get("login")?.checks;
  checks?.add(
    new Check(stageOwed, "the sign-in is not finished", "interaction_required", async (ctx) => {
      const standing = await standingOfRequest(services, ctx);
      return standing !== null && standing.stage !== "done";
    }),
  );
  checks?.add(
    new Check(voucherRequired, "somebody else has to vouch", "interaction_required", (ctx) => {
      const { session } = providerRequest(ctx).visitor;
      return session !== null && lacksVoucher(services, targetOfRequest(services, ctx), session);
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
  const { reasons } = interaction.prompt;
  const onlyStage = reasons.every((reason) => reason === stageOwed);
  // Somebody who signed in here meanwhile, in another tab perhaps, can still go to who has to vouch.
  const canGoOn = reasons.every((reason) => reason === stageOwed || reason === voucherRequired);
  if (resumed?.proven && !canGoOn) {
    throw new errors.LoginRequired("the person who signed in is not the one asked for");
  }
  const uid = resumed?.request.uid ?? (await remember(services, ctx, interaction));
  const goesOn = standing !== null && (onlyStage || standing.unwritten !== undefined);
  const screen = goesOn ? standingScreen(services, standing) : undefined;
  return pageFor(screenPath(services, screen ?? stageScreen(services)), uid);
}

async function remember(
  services: Services,
  ctx: KoaContextWithOIDC,
  { params }: Interaction,
): Promise<string> {
  const clientId = ctx.oidc.client?.clientId ?? "";
  const uid = newRequestUid(clientId);
  const { address } = providerRequest(ctx);
  await keepRequest(services, { uid, chainId: randomToken(16), clientId, params }, address);
  return uid;
}
