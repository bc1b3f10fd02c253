import type { UnknownCredential } from "../../../generated/calls.ts";
import type { CallContext } from "../../call.ts";
import { relyingPartyOf } from "../../webauthn/relying-party.ts";

/** A credential that signs nobody in, as the browser is told of it, so that it offers it no more. */
export function unknownCredential(
  { services }: Pick<CallContext, "services">,
  id: string,
): UnknownCredential {
  return { relyingPartyId: relyingPartyOf(services).id, id };
}
