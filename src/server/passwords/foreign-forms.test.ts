import { describe, expect, test } from "vitest";
import { phcOf } from "./foreign-forms.ts";
import { createPasswordHasher, isKnownHash } from "./password-hash.ts";

const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, concurrency: 2 });
const password = "josé at dawn";
const salt = "MDEyMzQ1Njc4OWFiY2RlZg";

// Made by Django, Werkzeug, Passlib, argon2-cffi and bcrypt of Python; the others by its hashlib.
const made = [
  ["ASP.NET Identity 2", "ADAxMjM0NTY3ODlhYmNkZWbD5ndp+0cKDokz0x2htLzOE0ESzWrDPLPBm29NK+JDPw=="],
  [
    "ASP.NET Core Identity with SHA-1",
    "AQAAAAAAAAPoAAAAEDAxMjM0NTY3ODlhYmNkZWbD5ndp+0cKDokz0x2htLzOE0ESzWrDPLPBm29NK+JDPw==",
  ],
  [
    "ASP.NET Core Identity with SHA-256",
    "AQAAAAEAACcQAAAAEDAxMjM0NTY3ODlhYmNkZWb6CpATCJilIRMrJFkHhC0/1N0I5bZSB7hDDt1WjM74Mw==",
  ],
  [
    "ASP.NET Core Identity with SHA-512 and a longer salt",
    "AQAAAAIAACcQAAAAIDAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmlidTPwhP0O+K1B9NJia4kKoD+NQ9HS+k2bSIe/CnefU0PfaCX8myEEUrfNbnYMKnNwxrm+pyBCzxY+o/Y1siwA==",
  ],
  [
    "Keycloak (PBKDF2)",
    `$pbkdf2-sha512$1000$${salt}==$J9HtG5kVwFp+4gfJsolropCd90/nZAufo0kBZ6d4eUrHKDWYwO2sdTEhHUHFFVN01+uwmJMCnSRCozdOC5WlLA==`,
  ],
  [
    "Keycloak (argon2id)",
    `$argon2id$v=19$m=128,t=5,p=1$${salt}==$kt1URD62qiZgq+Y/4DXX0aFEq6B/uHNUDCoN7RGK4a4=`,
  ],
  ["Ory Kratos", `$scrypt$ln=1024,r=8,p=1$${salt}==$IxdLbNpLWs/4A3nB3oYhWUo90bPfNqBsvyQeby0t3OM=`],
  [
    "Django (PBKDF2)",
    "pbkdf2_sha256$1000$zyn1vRJLCK4XSK3qEIxpHp$xB9XZgRgJ4Jqlzwkjnukf0eyGMafySlyLqSoBvJMW18=",
  ],
  ["Django (PBKDF2 with SHA-1)", "pbkdf2_sha1$1000$zyn1vRJLCK4XSK3qEIxpHp$r+isZ1r+QOjft5/s0G6g2DnbiiY="],
  [
    "Django (argon2id)",
    "argon2$argon2id$v=19$m=128,t=2,p=8$T0d2MkhIZ0hGNHI1ejg5dmNHb3Q4aA$mZy6T3Hx1fvOMYdBYISAiyJYp76G7v55BDR9sAixiXA",
  ],
  ["Django (bcrypt)", "bcrypt$$2b$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm"],
  [
    "Werkzeug (PBKDF2)",
    "pbkdf2:sha256:1000$Efsra4ojejGUB8wL$7914916f1ab0d5d8e9a18711e457711e40c6aff9867749135463941ebb51e230",
  ],
  [
    "Werkzeug (scrypt)",
    "scrypt:1024:8:1$AssBZCmYE6r1oJeS$45c79fab2b821eae6e8f9b16db1d4a5930c15d9ee43a31c7abb5f571af9555422486cdd18ae31c6b8657139b25d45af696ecb933647431f75d29221782eacecc",
  ],
  ["Spring Security (bcrypt)", "{bcrypt}$2a$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm"],
  [
    "Spring Security (argon2id)",
    `{argon2@SpringSecurity_v5_8}$argon2id$v=19$m=128,t=2,p=1$${salt}$a0PLRp2gigNwSVkKe1qCas/32q7TcKRs2TKDFQUzjso`,
  ],
  ["LDAP (crypt)", "{CRYPT}$2y$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm"],
  [
    "LDAP (PBKDF2)",
    `{PBKDF2-SHA512}1000$${salt}$J9HtG5kVwFp.4gfJsolropCd90/nZAufo0kBZ6d4eUrHKDWYwO2sdTEhHUHFFVN01.uwmJMCnSRCozdOC5WlLA`,
  ],
] as const;

describe("a hash as another system keeps it", () => {
  test.each(made)("is right for its password alone: %s", async (_system, written) => {
    const phc = phcOf(written);
    expect(isKnownHash(phc)).toBe(true);
    expect(await hasher.verify(phc, password)).not.toBeNull();
    expect(await hasher.verify(phc, "José at dawn")).toBeNull();
    expect(phcOf(phc)).toBe(phc);
  });

  test.each([
    [
      "1,000,000,000 rounds",
      "AQAAAAI7msoAAAAAEDAxMjM0NTY3ODlhYmNkZWYn0e0bmRXAWn7iB8myiWuikJ33T+dkC5+jSQFnp3h5Sg==",
    ],
    [
      "a digest that nobody knows",
      "AQAAAAMAAAPoAAAAEDAxMjM0NTY3ODlhYmNkZWYn0e0bmRXAWn7iB8myiWuikJ33T+dkC5+jSQFnp3h5Sg==",
    ],
    [
      "a salt beyond its end",
      "AQAAAAIAAAPo/wAAEDAxMjM0NTY3ODlhYmNkZWYn0e0bmRXAWn7iB8myiWuikJ33T+dkC5+jSQFnp3h5Sg==",
    ],
    [
      "N that is no power of two",
      `$scrypt$ln=1000,r=8,p=1$${salt}$IxdLbNpLWs/4A3nB3oYhWUo90bPfNqBsvyQeby0t3OM`,
    ],
    ["N of 2^30", "scrypt:1073741824:8:1$AssBZCmYE6r1oJeS$45c79fab2b821eae6e8f9b16db1d4a59"],
    ["a hash of a hash", "bcrypt_sha256$$2b$04$abcdefghijklmnopqrstuuWeuPGrnWhrbiy8K1pmECXOH.PrFm0d."],
    ["no password", "!6MkIsx8b9se42OWAnxv7vmJ90CZpRb4trodavRyC"],
    ["the password itself", "{noop}josé at dawn"],
  ])("is not taken with %s", (_what, written) => {
    expect(isKnownHash(phcOf(written))).toBe(false);
  });
});
