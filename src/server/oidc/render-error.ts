import { errors, type KoaContextWithOIDC } from "oidc-provider";
import type { ErrorName } from "../../shared/error-names.ts";
import { screenPath } from "../screen-path.ts";
import type { Services } from "../services.ts";
import { goToSignOut } from "./end-session.ts";
import { providerRequest } from "./provider-request.ts";
import { type StoredError, storeError } from "./stored-errors.ts";
import { fullMessageOf } from "./tell-refusals.ts";

/**
 * Shows what cannot be answered to the application on the error page, which knows it by the id alone; a person who is to be signed
 * out goes on to that all the same.
 */
export async function renderError(services: Services, ctx: KoaContextWithOIDC, error: Error): Promise<void> {
  const { supportCode, unavailable } = providerRequest(ctx);
  if (unavailable !== undefined) return;
  const stored: StoredError = {
    code: errorCode(error),
    clientId: ctx.oidc.client?.clientId ?? null,
    supportCode,
    details: [fullMessageOf(error), unregistered(ctx, error)].filter(Boolean).join(": "),
  };
  // One of ours is told by who listens to the library (`create-provider.ts`).
  if (stored.code !== "serverError") {
    services.log.warn({ oidc: stored }, "an application's request was refused");
    if (ctx.oidc.route === "end_session") return goToSignOut(services, ctx);
  }
  const errorId = await storeError(services, stored, null);
  ctx.status = 303;
  ctx.redirect(screenPath(services, "error", { errorId }));
}

function errorCode(error: Error): ErrorName {
  if (error instanceof errors.InvalidRedirectUri) return "redirectNotAllowed";
  if (error instanceof errors.InvalidClient) return "unknownClient";
  if (error instanceof errors.OIDCProviderError) return "invalidRequest";
  return "serverError";
}

/** What the application named and nobody has registered: whoever mends the one or the other has to know it. */
function unregistered({ oidc }: KoaContextWithOIDC, error: Error): string | undefined {
  const { client_id, redirect_uri, post_logout_redirect_uri } = oidc.params ?? {};
  if (error instanceof errors.InvalidClient) return shown(client_id);
  if (error instanceof errors.InvalidRedirectUri) return shown(redirect_uri);
  const isOfSignOut = error instanceof errors.InvalidRequest && oidc.route === "end_session";
  return isOfSignOut ? shown(post_logout_redirect_uri) : undefined;
}

const longestShown = 200;

/** As much of a name or an address as may be told: no query, no fragment and no password, which may be secret. */
function shown(named: unknown): string | undefined {
  if (typeof named !== "string") return undefined;
  const [plain = ""] = named.split(/[?#]/, 1);
  const rest = plain === named ? "" : "?…";
  const text = plain.replace(/^([a-z][a-z\d+.-]*:)?(\/*)[^/]*@/i, "$1$2").replace(/[^!-~]/g, "�");
  return text.slice(0, longestShown) + rest;
}
