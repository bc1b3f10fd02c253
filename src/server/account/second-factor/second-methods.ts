import type { SecondFactorKind } from "../../store/second-factors.ts";

const methods: Record<SecondFactorKind, string[]> = {
  authenticator: ["otp", "mfa"],
  sms: ["sms", "mfa"],
  pin: ["otp", "mfa"],
};

/**
 * How a second factor counts in a token (RFC 8176) after a first proof. A PIN by mail after a one-time token by mail
 * proves the same mailbox twice: no token calls that more than one factor.
 */
export function secondMethodsOf(kind: SecondFactorKind, first: readonly string[] = []): string[] {
  return kind === "pin" && first.includes("otp") ? ["otp"] : methods[kind];
}
