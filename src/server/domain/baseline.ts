import type { PasswordRules } from "../../generated/calls.ts";
import { day, hour, minute } from "../../shared/durations.ts";
import { isLocal } from "../../shared/is-local.ts";

/** What of a partner's settings the baseline has something to say about. */
export interface PartnerFacts {
  partnerId: string;
  origins: readonly string[];
  passwordRules: Pick<
    PasswordRules,
    "minLength" | "maxConsecutive" | "upper" | "lower" | "digit" | "special" | "allowedCharacters"
  >;
  /** Days that a password lives; null: it does not expire. */
  passwordMaxAgeDays: number | null;
  signIn: { oneTimeToken: boolean; secureCredential: boolean };
}

/** What of the whole installation. */
export interface InstallationFacts {
  environment: string;
  publicUrl: string;
  /** Undefined: the database is a file. */
  databaseUrl: string | undefined;
  /** Milliseconds. */
  session: { idle: number; total: number };
  hash: { memoryKib: number; passes: number };
  /** Which codes something takes to people, so that they may set them up as a second factor. */
  sent: { pin: boolean; sms: boolean };
}

/** A setting that is below what OWASP and NIST recommend. */
export interface BelowBaseline {
  /** Which rule: its sentence is `panels.system-status.rules.<rule>`. */
  rule: string;
  /** The partner whose setting it is; null: the installation's. */
  partner: string | null;
  /** Where it is set: a key of the partner's file, or a variable of the environment. */
  setting: string;
  value: string;
  /** Where the recommendation stands. */
  source: string;
}

interface Rule<Facts> {
  rule: string;
  setting: string;
  source: string;
  /** The value that is below the baseline; undefined: it is not. */
  below(facts: Facts): string | undefined;
}

const nist = (section: string) => `NIST SP 800-63B-4, ${section}`;
const owasp = (chapter: string) => `OWASP ASVS 5.0, ${chapter}`;

/** Memory in KiB and passes of argon2id that OWASP holds for equal (Password Storage Cheat Sheet). */
const leastHashes = [
  [47_104, 1],
  [19_456, 2],
  [12_288, 3],
  [9_216, 4],
  [7_168, 5],
] as const;

const partnerRules: readonly Rule<PartnerFacts>[] = [
  {
    rule: "passwordLength",
    setting: "passwordRules.minLength",
    source: nist("3.1.1"),
    below: ({ passwordRules: { minLength } }) => (minLength < 15 ? String(minLength) : undefined),
  },
  {
    rule: "passwordClasses",
    setting: "passwordRules",
    source: nist("3.1.1"),
    below: ({ passwordRules }) => {
      const asked = (["upper", "lower", "digit", "special"] as const).filter((name) => passwordRules[name]);
      return asked.length > 0 ? asked.join(", ") : undefined;
    },
  },
  {
    rule: "passwordRepeats",
    setting: "passwordRules.maxConsecutive",
    source: nist("3.1.1"),
    below: ({ passwordRules: { maxConsecutive } }) => maxConsecutive?.toString(),
  },
  {
    rule: "passwordCharacters",
    setting: "passwordRules.allowedCharacters",
    source: nist("3.1.1"),
    below: ({ passwordRules: { allowedCharacters } }) => allowedCharacters ?? undefined,
  },
  {
    rule: "passwordExpiry",
    setting: "passwordMaxAgeDays",
    source: nist("3.1.1"),
    below: ({ passwordMaxAgeDays }) => passwordMaxAgeDays?.toString(),
  },
  {
    rule: "mailedToken",
    setting: "signIn.oneTimeToken",
    source: nist("3.1.3"),
    below: ({ signIn }) => (signIn.oneTimeToken ? "true" : undefined),
  },
  {
    rule: "noSecureCredential",
    setting: "signIn.secureCredential",
    source: nist("2.2.2"),
    below: ({ signIn }) => (signIn.secureCredential ? undefined : "false"),
  },
  {
    rule: "plainHttp",
    setting: "origins",
    source: owasp("12.2"),
    below: ({ origins }) => origins.find((origin) => origin.startsWith("http:")),
  },
];

const installationRules: readonly Rule<InstallationFacts>[] = [
  {
    rule: "mailedPin",
    setting: "second factor",
    source: nist("3.1.3"),
    below: ({ sent }) => (sent.pin ? "pin" : undefined),
  },
  {
    rule: "textMessage",
    setting: "second factor",
    source: nist("3.1.3"),
    below: ({ sent }) => (sent.sms ? "sms" : undefined),
  },
  {
    rule: "sessionIdle",
    setting: "VESTIBULE_SESSION_IDLE_MINUTES",
    source: nist("2.2.3"),
    below: ({ session: { idle } }) => (idle > hour ? String(idle / minute) : undefined),
  },
  {
    rule: "sessionTotal",
    setting: "VESTIBULE_SESSION_TOTAL_HOURS",
    source: nist("2.2.3"),
    below: ({ session: { total } }) => (total > day ? String(total / hour) : undefined),
  },
  {
    rule: "hashCost",
    setting: "VESTIBULE_HASH_MEMORY_KIB, VESTIBULE_HASH_PASSES",
    source: "OWASP Password Storage Cheat Sheet",
    below: ({ hash: { memoryKib, passes } }) =>
      leastHashes.some(([memory, least]) => memoryKib >= memory && passes >= least)
        ? undefined
        : `${memoryKib}, ${passes}`,
  },
  {
    rule: "plainHttp",
    setting: "VESTIBULE_PUBLIC_URL",
    source: owasp("12.2"),
    below: ({ publicUrl }) => (publicUrl.startsWith("http:") ? publicUrl : undefined),
  },
  {
    rule: "plainDatabase",
    setting: "DATABASE_URL",
    source: owasp("12.3"),
    below: ({ databaseUrl }) => databaseUrl && plainHost(new URL(databaseUrl)),
  },
  {
    rule: "notProduction",
    setting: "NODE_ENV",
    source: owasp("13.4"),
    below: ({ environment }) => (environment === "production" ? undefined : environment),
  },
];

/** The host of a database that is reached over a network without TLS, or by one whose certificate nobody looks at; undefined: none. */
function plainHost({ hostname, searchParams }: URL): string | undefined {
  const host = searchParams.get("host") ?? hostname;
  const isHere = host === "" || host.startsWith("/") || isLocal(host);
  return isHere || searchParams.get("sslmode") === "verify-full" ? undefined : host;
}

/** The names of all rules, each of which has a sentence. */
export const baselineRules: readonly string[] = [
  ...new Set([...partnerRules, ...installationRules].map(({ rule }) => rule)),
];

/**
 * Everything that is set below what OWASP and NIST recommend (security, "Requirements"): it works as the specification
 * says, and whoever runs the service is told. The installation's first, then by partner.
 */
export function belowBaseline(
  installation: InstallationFacts,
  partners: readonly PartnerFacts[],
): BelowBaseline[] {
  return [
    ...findings(installationRules, installation, null),
    ...partners.flatMap((partner) => findings(partnerRules, partner, partner.partnerId)),
  ];
}

function findings<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
  partner: string | null,
): BelowBaseline[] {
  return rules.flatMap(({ rule, setting, source, below }) => {
    const value = below(facts);
    return value === undefined ? [] : [{ rule, partner, setting, value, source }];
  });
}
