type Parts = readonly string[];

/** A form of another system, and the same hash in PHC or modular form. */
type Form = readonly [pattern: RegExp, phc: (parts: Parts) => string];

const forms: readonly Form[] = [
  // ASP.NET Identity: salt and hash behind a zero byte; since ASP.NET Core how they were made stands before them.
  [/^(A[A-P][A-Za-z0-9+/]{64}==)$/, ([text = ""]) => aspNetOf(Buffer.from(text, "base64"))],
  [/^(AQAAAA[A-Za-z0-9+/]{54,}={0,2})$/, ([text = ""]) => aspNetCoreOf(Buffer.from(text, "base64"))],
  // Spring Security, LDAP and Django name an algorithm before a hash that says it itself.
  [/^(?:\{(?:bcrypt|argon2|crypt)(?:@[^}]*)?\}|argon2(?=\$)|bcrypt\$(?=\$))(\$.+)$/i, ([phc = ""]) => phc],
  [/^\{PBKDF2-(SHA\d+)\}(\d+\$.+)$/, ([digest = "", rest]) => `$pbkdf2-${digest.toLowerCase()}$${rest}`],
  // The salt of Django and of Werkzeug is text; Werkzeug's hash is hexadecimal.
  [
    /^pbkdf2_(sha\d+)\$(\d+)\$([^$]+)\$(.+)$/,
    ([digest, rounds, salt, hash]) => `$pbkdf2-${digest}$${rounds}$${base64(salt)}$${hash}`,
  ],
  [
    /^pbkdf2:(sha\d+):(\d+)\$([^$]+)\$([0-9a-f]+)$/,
    ([digest, rounds, salt, hash]) => `$pbkdf2-${digest}$${rounds}$${base64(salt)}$${base64(hash, "hex")}`,
  ],
  [
    /^scrypt:(\d+):(\d+):(\d+)\$([^$]+)\$([0-9a-f]+)$/,
    ([N, r, p, salt, hash]) =>
      `$scrypt$ln=${Math.log2(Number(N))},r=${r},p=${p}$${base64(salt)}$${base64(hash, "hex")}`,
  ],
  // Ory Kratos writes N itself where its logarithm belongs.
  [/^\$scrypt\$ln=(\d{3,})(,.+)$/, ([N, rest]) => `$scrypt$ln=${Math.log2(Number(N))}${rest}`],
];
const digests = ["sha1", "sha256", "sha512"];
const padding = /=+(?=\$|$)/g;

/**
 * A hash as another system keeps it, in PHC or modular form without padding: of ASP.NET Identity, Django, Werkzeug and Ory
 * Kratos, and behind a scheme of Spring Security or LDAP. Any other stays as it is.
 */
export function phcOf(written: string): string {
  for (const [pattern, phc] of forms) {
    const [, ...parts] = pattern.exec(written) ?? [];
    if (parts.length > 0) return phc(parts).replace(padding, "");
  }
  return written.replace(padding, "");
}

function aspNetOf(bytes: Buffer): string {
  return pbkdf2Of("sha1", 1000, bytes.subarray(1), 16);
}

/** A byte 1; digest, rounds and length of the salt in four bytes each; salt and hash. */
function aspNetCoreOf(bytes: Buffer): string {
  const [digest = 0, rounds = 0, saltLength = 0] = [1, 5, 9].map((at) => bytes.readUInt32BE(at));
  return pbkdf2Of(digests[digest] ?? "unknown", rounds, bytes.subarray(13), saltLength);
}

function pbkdf2Of(digest: string, rounds: number, bytes: Buffer, saltLength: number): string {
  const [salt, hash] = [bytes.subarray(0, saltLength), bytes.subarray(saltLength)];
  return `$pbkdf2-${digest}$${rounds}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

function base64(text = "", encoding?: "hex"): string {
  return Buffer.from(text, encoding).toString("base64");
}
