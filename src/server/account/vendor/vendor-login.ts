import { type CallContext, type Handlers, Leave } from "../../call.ts";
import { beginAtVendor } from "../../oidc/vendor-ticket.ts";
import { Problem } from "../../problem.ts";
import { signInRequirement } from "../../request/sign-in-requirement.ts";
import { screenWithReturn } from "../../screen-path.ts";
import { attemptHere } from "../attempt-here.ts";
import { clientView } from "../client-view.ts";
import { leaveForError } from "../named-error.ts";
import { canGoOn } from "../silent.ts";
import { keepInAttempt } from "./external-identity.ts";
import { iconUrlOf, providerOf, providersShown } from "./providers-shown.ts";

/** The page of one provider: the named one, else the one that the application wants; else the choice. */
export const vendorLoginView: Handlers["VendorLoginView"] = async (context, { query }) => {
  const { services, target } = context;
  const { requires, vendorId: required } = signInRequirement(services, target);
  if (query.vendorId !== undefined && providerOf(context, query.vendorId) === undefined)
    return leaveForError(context, "vendorUnknown");
  if (requires === "local") return new Leave(screenWithReturn(context, "login"));
  const id = required ?? query.vendorId;
  const vendor = id === undefined ? undefined : providerOf(context, id);
  const providers = vendor === undefined ? providersShown(context) : [];
  return {
    step: vendor !== undefined ? "provider" : providers.length > 0 ? "choose" : "none",
    vendorId: vendor?.id ?? null,
    displayName: vendor?.name ?? null,
    logoUrl: vendor === undefined ? null : iconUrlOf(vendor),
    autoStart: required !== null && (await mayStartByItself(context, required)),
    providers,
    local: requires !== "vendor",
    client: clientView(target.client),
    cancelAllowed: target.request !== null,
  };
};

/** Begins a sign-in at a provider and leaves for it. */
export const vendorLogin: Handlers["VendorLogin"] = async (context, { body }) => {
  const { services, target } = context;
  const { requires, vendorId } = signInRequirement(services, target);
  const vendor = providerOf(context, body.vendorId);
  if (vendor === undefined) return leaveForError(context, "vendorUnknown");
  if (requires === "local" || (vendorId !== null && vendorId !== vendor.id))
    throw new Problem(403, "this request wants another way in");
  await keepInAttempt(context, { startedVendor: vendor.id });
  return new Leave(await beginAtVendor(context, vendor, body.rememberLogin ?? false));
};

/** Once per attempt, so that Back leads to the page and not to the provider again, and never past a living session. */
async function mayStartByItself(context: CallContext, vendorId: string): Promise<boolean> {
  return !canGoOn(context) && (await attemptHere(context))?.data.startedVendor !== vendorId;
}
