import type { Provider } from "../../../generated/calls.ts";
import type { VendorConfig } from "../../../generated/config.ts";
import type { CallContext } from "../../call.ts";
import { signInRequirement } from "../../sign-in-requirement.ts";

/**
 * The providers to choose from: those of the file where the partner shows them or the application wants a provider,
 * only the wanted one where it wants that one, none where it wants a local sign-in.
 */
export function providersShown({ partner, services, target }: CallContext): Provider[] {
  const { requires, vendorId } = signInRequirement(services, target);
  const isShown = requires === "vendor" || (requires === "any" && partner.behaviour.showLoginProviders);
  if (!isShown) return [];
  return Object.entries(services.config().vendors)
    .filter(([id]) => vendorId === null || id === vendorId)
    .map(([id, vendor]) => providerView({ id, ...vendor }));
}

/** A provider as a person may see it. */
export function providerView({ id, name, iconUrl }: VendorConfig & { id: string }): Provider {
  return { id, displayName: name, iconUrl: iconUrl ?? null };
}
