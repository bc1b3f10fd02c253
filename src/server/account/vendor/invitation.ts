import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import { day, minute } from "../../../shared/durations.ts";
import type { CallContext } from "../../call.ts";
import { foldUsername } from "../../domain/fold.ts";
import { isSubject, shownText } from "../../oidc/upstream.ts";
import { secretOf, type Vendor, vendorOf } from "../../oidc/vendors.ts";
import { isSpent } from "../../store/spent-values.ts";
import type { User } from "../../store/users.ts";
import type { WaitingIdentity } from "./external-identity.ts";

/** Kind of the token, so that none of another kind passes for it (RFC 8725, section 3.11). */
const tokenType = "vestibule-invitation+jwt";
const longestLife = 7 * day;
const tolerance = minute;

/** An invitation that is still good. */
export type Invitation = WaitingIdentity & Required<Pick<WaitingIdentity, "invitation">>;

/**
 * Reads the invitation that a provider's employee portal mailed: a JWT signed by HS256 with the client secret, for
 * our address, for one account here that it names, for seven days at most. Spends nothing; undefined where it is forged,
 * late or spent.
 */
export async function readInvitation(context: CallContext, code: string): Promise<Invitation | undefined> {
  const { services } = context;
  const vendor = signerOf(context, code);
  const secret = vendor && secretOf(vendor);
  if (vendor === undefined || secret === undefined) return undefined;
  const payload = await verified(code, secret, services.settings.publicUrl, services.now());
  if (payload === undefined) return undefined;
  const { sub, jti, exp = 0, name, email, preferred_username: username } = payload;
  const account = shownText(payload.account, 200);
  if (account === null) return undefined;
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
    invitation: { id, expiresAt: expiresAt + tolerance, account },
  };
}

/**
 * Says whether an identity may be linked to an account. An invitation is for one alone, whoever it was mailed or passed
 * on to; what somebody proved at the provider in this browser is for any that they prove here.
 */
export function isMeantFor(
  { invitation }: Pick<WaitingIdentity, "invitation">,
  { usernameFold }: Pick<User, "usernameFold">,
): boolean {
  return invitation === undefined || foldUsername(invitation.account) === usernameFold;
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
