import type { Provider } from "../../../generated/calls.ts";
import type { CallContext } from "../../call.ts";
import { type Vendor, vendorOf } from "../../oidc/vendors.ts";
import { requestHints } from "../../request/authorization-request.ts";
import { signInRequirement } from "../../request/sign-in-requirement.ts";

/**
 * The providers to choose from: those of the partner where it shows them, without those of other customers than the request is for;
 * only the wanted one where the application wants that one, none where it wants a local sign-in.
 */
export function providersShown({ partner, services, target }: CallContext): Provider[] {
  const { requires, vendorId } = signInRequirement(services, target);
  const isShown = requires === "vendor" || (requires === "any" && partner.behaviour.showLoginProviders);
  if (!isShown) return [];
  const { customerId } = requestHints(target.request);
  const isFor = ({ id, customers }: Vendor) =>
    vendorId === null
      ? customers === undefined || customers.some((one) => one === customerId)
      : id === vendorId;
  return (partner.signIn.providers ?? Object.keys(services.config().vendors))
    .flatMap((id) => providerOf({ partner, services }, id) ?? [])
    .filter(isFor)
    .map(providerView);
}

/** The provider of an id; undefined: there is none, or the partner's people may not use it. */
export function providerOf(
  { partner, services }: Pick<CallContext, "partner" | "services">,
  id: string,
): Vendor | undefined {
  const { providers } = partner.signIn;
  return providers === null || providers.includes(id) ? vendorOf(services, id) : undefined;
}

/** A provider as a person may see it. */
export function providerView(vendor: Vendor): Provider {
  return { id: vendor.id, displayName: vendor.name, iconUrl: iconUrlOf(vendor) };
}

/** Address of a provider's picture on this site; null: it has none. */
export function iconUrlOf({ id, icon }: Vendor): string | null {
  return icon === undefined ? null : `/vendors/${id}/icon`;
}
