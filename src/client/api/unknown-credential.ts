import type { UnknownCredential } from "../../generated/calls.ts";

/**
 * Lets the browser offer a credential no more that an answer says is none here (Web Authentication, section 5.1.10): whoever
 * chose it again would be refused again. It is a hint, so nothing depends on what comes of it.
 */
export function disownToldBy(answer: unknown): void {
  const told = (answer as { unknownCredential?: UnknownCredential } | null | undefined)?.unknownCredential;
  if (told === undefined) return;
  // Not in every browser.
  const credentials = globalThis.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined;
  const signal = { rpId: told.relyingPartyId, credentialId: told.id };
  credentials?.signalUnknownCredential?.(signal).catch(() => undefined);
}
