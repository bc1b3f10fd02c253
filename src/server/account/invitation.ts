import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import type { CallContext } from "../call.ts";
import { isSubject, secretOf, shownText, type Vendor, vendorOf } from "../oidc/upstream.ts";
import { isSpent } from "../store/spent-values.ts";
import type { WaitingIdentity } from "./external-identity.ts";

/** Kind of the token, so that none of another kind passes for it (RFC 8725, section 3.11). */
const tokenType = "vestibule-invitation+jwt";
const longestLife = 7 * 24 * 3_600_000;
const tolerance = 60_000;

/** An invitation that is still good. */
export type Invitation = WaitingIdentity & Required<Pick<WaitingIdentity, "invitation">>;

/**
 * Reads the invitation that a provider's employee portal mailed: a JWT signed by HS256 with the client secret, for
 * our address, for seven days at most. Spends nothing; undefined where it is forged, late or spent.
 */
export async function readInvitation(context: CallContext, code: string): Promise<Invitation | undefined> {
  const { services } = context;
  const vendor = signerOf(context, code);
  const secret = vendor && secretOf(vendor);
  if (vendor === undefined || secret === undefined) return undefined;
  const payload = await verified(code, secret, services.settings.publicUrl, services.now());
  if (payload === undefined) return undefined;
  const { sub, jti, exp = 0, name, email, preferred_username: username } = payload;
  const expiresAt = exp * 1000;
  if (!isSubject(sub) || !jti || expiresAt > services.now() + longestLife + tolerance) return undefined;
  const id = `${vendor.id} ${jti}`;
  if (await isSpent(services.store.db, "invitation", id)) return undefined;
  return {
    vendorId: vendor.id,
    issuer: vendor.issuer,
    subject: sub,
    name: shownText(name, 200),
    email: shownText(email, 254),
    username: shownText(username, 200),
    // Kept as long as the signature would still pass.
    invitation: { id, expiresAt: expiresAt + tolerance },
  };
}

/** The provider that the token says it is from, by id or issuer; whether that is true, the signature tells. */
function signerOf({ services }: CallContext, code: string): Vendor | undefined {
  let issuer: string | undefined;
  try {
    issuer = decodeJwt(code).iss;
  } catch {
    return undefined;
  }
  if (issuer === undefined) return undefined;
  const ids = Object.keys(services.config().vendors);
  const vendors = ids.map((id) => vendorOf(services, id));
  return (
    vendors.find((vendor) => vendor?.id === issuer) ?? vendors.find((vendor) => vendor?.issuer === issuer)
  );
}

async function verified(
  code: string,
  secret: string,
  audience: string,
  now: number,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(code, new TextEncoder().encode(secret), {
      algorithms: ["HS256"],
      typ: tokenType,
      audience,
      requiredClaims: ["sub", "jti", "exp"],
      currentDate: new Date(now),
      clockTolerance: tolerance / 1000,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
