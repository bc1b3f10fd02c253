import { minute } from "../../shared/durations.ts";
import { withReturnUrl } from "../../shared/return-url.ts";
import type { CallContext } from "../call.ts";
import { hmac } from "../crypto.ts";
import type { Services } from "../services.ts";
import { issueTicket } from "../store/tickets.ts";
import type { SignInSecrets } from "./upstream.ts";
import type { Vendor } from "./vendors.ts";

/** Data of a ticket of the kind `vendor`: a sign-in that was begun at a provider. */
export interface VendorTicket {
  vendorId: string;
  /** The provider's entry when it was begun. */
  print: string;
  returnUrl: string;
  rememberLogin: boolean;
}

/** Path of the way to a provider; the ticket follows. */
export const vendorPath = "/connect/vendor";

const life = 10 * minute;

/** Begins a sign-in at a provider in this browser and gives the address that leads there; ten minutes. */
export async function beginAtVendor(
  { services, visitor, target }: CallContext,
  vendor: Vendor,
  rememberLogin: boolean,
): Promise<string> {
  const data: VendorTicket = {
    vendorId: vendor.id,
    print: vendor.print,
    returnUrl: target.returnUrl,
    rememberLogin,
  };
  const ticket = { data, browserHash: visitor.browserHash, life };
  const secret = await issueTicket(services.store.db, "vendor", ticket, services.now());
  return withReturnUrl(`${vendorPath}/${secret}`, target.returnUrl);
}

/**
 * What the sign-in of a ticket is bound to. Made from the ticket and our key, so nothing of it is kept, and a reload
 * of the address that leads to the provider goes there again. The ticket itself is spent by the answer.
 */
export function secretsOf({ settings }: Services, ticket: string): SignInSecrets {
  const derive = (purpose: string) => hmac(settings.secretKeys, `vendor-${purpose}`, ticket);
  return { state: ticket, nonce: derive("nonce"), verifier: derive("verifier") };
}
