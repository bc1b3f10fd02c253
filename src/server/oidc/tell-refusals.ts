import type Provider from "oidc-provider";
import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { isObject } from "../../shared/is-object.ts";
import type { Services } from "../services.ts";
import { providerRequest } from "./provider-request.ts";

/** Answers that belong to a working application: nobody is signed in, or somebody does not want to be. */
const expected = new Set(["access_denied", "consent_required", "interaction_required", "login_required"]);

/**
 * Tells the log why an application was refused, which it reads one sentence about for several mistakes (RFC 6749, section 5.2), and
 * an application that called by which support code its developer finds that.
 */
export function tellRefusals(services: Services, provider: Provider): void {
  const tell = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    // Who has broken off is refused nothing.
    if (expected.has(error.error) || ctx.req.errored) return;
    const { supportCode } = providerRequest(ctx);
    const clientId = ctx.oidc.client?.clientId ?? null;
    services.log.info({ supportCode, clientId, reason: fullMessageOf(error) }, "an application was refused");
    const { body } = ctx;
    if (isObject(body)) Object.assign(body, { support_code: supportCode });
  };
  provider.on("authorization.error", (ctx, error) => {
    const { client, params } = ctx.oidc;
    // An address that is not registered is told with its page (`render-error.ts`), by which the person comes.
    const isAnswered = client !== undefined && params?.redirect_uri !== undefined;
    if (isAnswered && !(error instanceof errors.InvalidRedirectUri)) tell(ctx, error);
  });
  provider.on("grant.error", tell);
  provider.on("introspection.error", (ctx, error) => {
    if (!(error instanceof errors.UnsupportedTokenType)) return tell(ctx, error);
    // A JWT is none of our tokens: not active, and no mistake of who asks about it (RFC 7662, section 2.2).
    ctx.status = 200;
    ctx.body = { active: false };
  });
  provider.on("revocation.error", tell);
  provider.on("userinfo.error", tell);
}

/** What an error of the library says, in full; it names no value that was sent. */
export function fullMessageOf(error: Error): string {
  if (!(error instanceof errors.OIDCProviderError)) return error.message;
  // Why an application's keys cannot be had stands one error further back.
  const { cause } = error;
  const detail = cause instanceof errors.InvalidClientMetadata ? fullMessageOf(cause) : error.error_detail;
  return [error.error, error.error_description, detail].filter(Boolean).join(": ");
}
