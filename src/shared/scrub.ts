/** What stands where something was taken out. */
const gap = "[…]";

/** Where something stands in a script: line and column are figures, but no code. */
const place = /:\d+:\d+(?!\d)/;
// No longer before the `@` than an address may be (RFC 5321, section 4.5.3.1.1): it is looked for from every place anew, and anybody may
// send a long text without one.
const email = /[^\s@<>()"'=/]{1,64}@[\w\p{L}\p{M}\p{N}-]+(?:\.[\w\p{L}\p{M}\p{N}-]+)+/u;
/** Query and fragment of an address, up to the place in a script that browsers write behind it. */
const query = /[?#](?:(?!:\d+:\d+(?!\d))[^\s()"'<>])+/;
/** `password: x`, `"token":"x"`, `Bearer x`: what a name says is secret, is. */
const named =
  /((?:(?:pass(?:word|code)?|pwd|secret|token|code|pin|otp|state|cookie|session|authorization)["']?\s*[:=]\s*["']?)(?:bearer\s+)?|bearer\s+)[^\s"'&,;)}]+/;
/** Names of script files carry a hash that tells nothing. */
const scriptFile = /[\w-]{1,100}\.(?:m?js|tsx?)\b/;
/** Tokens, hashes and keys: nothing that a person or a programmer named is so long; with digits, not half as long. */
const opaque = /[\w-]{20,}|(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[\w-]{12,}/;
/** Codes, PINs and phone numbers. */
const digits = /\d{6,}/;

const patterns = [place, scriptFile, email, query, named, opaque, digits].map(
  ({ source }) => `(?:${source})`,
);
const anything = new RegExp(patterns.join("|"), "giu");
const kept = new RegExp(`^(?:${place.source}|${scriptFile.source})$`, "i");

/**
 * Takes out of a text that describes an error whatever may be a secret or somebody's: queries of addresses, mailed
 * values, tokens, codes, mail addresses (security, LG-1). The browser does it before it sends, and the server again,
 * because anybody may send. Rather takes too much than too little; places in scripts stay.
 */
export function scrub(text: string): string {
  return text.replace(anything, (found: string, before: string | undefined) =>
    kept.test(found) ? found : (before ?? "") + gap,
  );
}
