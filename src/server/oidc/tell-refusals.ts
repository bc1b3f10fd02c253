import type { EventEmitter } from "node:events";
import { errors, type KoaContextWithOIDC } from "oidc-provider";
import type { Services } from "../services.ts";
import { providerRequest } from "./provider-request.ts";

/** Ends of what an application asks by itself, where no person sees why it was refused. */
const refusals = ["grant.error", "userinfo.error", "introspection.error", "revocation.error"] as const;

/**
 * Tells the log why an application that called was refused, which the answer says in general terms alone (RFC 6749, section 5.2),
 * and the application by which support code its developer finds that.
 */
export function tellRefusals(services: Services, provider: EventEmitter): void {
  const told = (ctx: KoaContextWithOIDC, error: Error) => {
    // A caller whose connection broke off is told nothing.
    if (ctx.req.errored) return;
    const { supportCode } = providerRequest(ctx);
    const clientId = ctx.oidc.client?.clientId ?? null;
    services.log.info({ supportCode, clientId, reason: refusalOf(error) }, "an application was refused");
    const { body } = ctx;
    if (typeof body === "object" && body !== null) Object.assign(body, { support_code: supportCode });
  };
  for (const event of refusals) provider.on(event, told);
}

/** What an error of the library says, in full; it names no value that was sent. */
export function refusalOf(error: Error): string {
  if (!(error instanceof errors.OIDCProviderError)) return error.message;
  return [error.error, error.error_description, error.error_detail].filter(Boolean).join(": ");
}
