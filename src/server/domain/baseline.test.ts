import { expect, it } from "vitest";
import { hour } from "../../shared/durations.ts";
import { baselineRules, belowBaseline, type InstallationFacts, type PartnerFacts } from "./baseline.ts";

const installation: InstallationFacts = {
  environment: "production",
  publicUrl: "https://signin.example.com",
  databaseUrl: "postgres://vestibule:secret@db.example.com/vestibule?sslmode=verify-full",
  session: { idle: hour, total: 24 * hour },
  hash: { memoryKib: 19_456, passes: 2 },
  sent: { pin: false, sms: false },
};

const partner: PartnerFacts = {
  partnerId: "northwind",
  origins: ["https://signin.northwind.example"],
  passwordRules: {
    minLength: 15,
    maxConsecutive: null,
    upper: false,
    lower: false,
    digit: false,
    special: false,
    allowedCharacters: null,
  },
  passwordMaxAgeDays: null,
  signIn: { oneTimeToken: false, secureCredential: true },
};

const rules = (change: Partial<PartnerFacts["passwordRules"]>) => ({
  passwordRules: { ...partner.passwordRules, ...change },
});

it("finds nothing where everything is as recommended", () => {
  expect(belowBaseline(installation, [partner, { ...partner, partnerId: "other" }])).toEqual([]);
});

const ofPartner: [string, Partial<PartnerFacts>, string, string][] = [
  ["passwordLength", rules({ minLength: 14 }), "passwordRules.minLength", "14"],
  ["passwordClasses", rules({ upper: true, digit: true }), "passwordRules", "upper, digit"],
  ["passwordRepeats", rules({ maxConsecutive: 3 }), "passwordRules.maxConsecutive", "3"],
  ["passwordCharacters", rules({ allowedCharacters: "!#" }), "passwordRules.allowedCharacters", "!#"],
  ["passwordCharacters", rules({ allowedCharacters: "" }), "passwordRules.allowedCharacters", ""],
  ["passwordExpiry", { passwordMaxAgeDays: 90 }, "passwordMaxAgeDays", "90"],
  ["mailedToken", { signIn: { oneTimeToken: true, secureCredential: true } }, "signIn.oneTimeToken", "true"],
  [
    "noSecureCredential",
    { signIn: { oneTimeToken: false, secureCredential: false } },
    "signIn.secureCredential",
    "false",
  ],
  ["plainHttp", { origins: ["https://a.example", "http://b.example"] }, "origins", "http://b.example"],
];

it.each(ofPartner)("names %s of a partner: %j", (rule, change, setting, value) => {
  const found = belowBaseline(installation, [partner, { ...partner, ...change, partnerId: "weak" }]);
  expect(found).toEqual([{ rule, partner: "weak", setting, value, source: expect.any(String) }]);
});

const ofInstallation: [string, Partial<InstallationFacts>, string, string][] = [
  ["mailedPin", { sent: { pin: true, sms: false } }, "second factor", "pin"],
  ["textMessage", { sent: { pin: false, sms: true } }, "second factor", "sms"],
  ["sessionIdle", { session: { idle: 2 * hour, total: hour } }, "VESTIBULE_SESSION_IDLE_MINUTES", "120"],
  ["sessionTotal", { session: { idle: 1, total: 25 * hour } }, "VESTIBULE_SESSION_TOTAL_HOURS", "25"],
  [
    "hashCost",
    { hash: { memoryKib: 19_455, passes: 2 } },
    "VESTIBULE_HASH_MEMORY_KIB, VESTIBULE_HASH_PASSES",
    "19455, 2",
  ],
  ["plainHttp", { publicUrl: "http://localhost:5400" }, "VESTIBULE_PUBLIC_URL", "http://localhost:5400"],
  [
    "plainDatabase",
    { databaseUrl: "postgres://vestibule:secret@db.example.com/vestibule" },
    "DATABASE_URL",
    "db.example.com",
  ],
  [
    "plainDatabase",
    { databaseUrl: "postgres://x@localhost/x?host=10.0.0.7&sslmode=no-verify" },
    "DATABASE_URL",
    "10.0.0.7",
  ],
  ["notProduction", { environment: "development" }, "NODE_ENV", "development"],
];

it.each(ofInstallation)("names %s of the installation: %j", (rule, change, setting, value) => {
  const found = belowBaseline({ ...installation, ...change }, [partner]);
  expect(found).toEqual([{ rule, partner: null, setting, value, source: expect.any(String) }]);
});

it.each([
  [47_104, 1],
  [12_288, 3],
  [65_536, 2],
])("takes %i KiB and %i passes for enough", (memoryKib, passes) => {
  expect(belowBaseline({ ...installation, hash: { memoryKib, passes } }, [])).toEqual([]);
});

it("tries every rule above", () => {
  const tried = [...ofPartner, ...ofInstallation].map(([rule]) => rule);
  expect(new Set(tried)).toEqual(new Set(baselineRules));
});

it.each([
  undefined,
  "postgres://x@127.0.0.1:5432/x",
  "postgres://x@[::1]/x",
  "postgres:///x?host=/run/postgresql",
])("finds nothing where the database is on this machine: %s", (databaseUrl) => {
  expect(belowBaseline({ ...installation, databaseUrl }, [])).toEqual([]);
});
