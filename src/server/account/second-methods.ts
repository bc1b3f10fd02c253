import type { SecondFactorKind } from "../store/second-factors.ts";

/** How each second factor counts in a token (RFC 8176). */
export const secondMethods: Record<SecondFactorKind, string[]> = {
  authenticator: ["otp", "mfa"],
  sms: ["sms", "mfa"],
  pin: ["otp", "mfa"],
};
