import type { RoleName } from "../../shared/roles.ts";
import type { SecondFactorKind } from "../store/second-factors.ts";
import { type DemoCredential, devicePersonas } from "./device-personas.ts";
import { passwordPersonas } from "./password-personas.ts";
import { setupPersonas } from "./setup-personas.ts";
import { vendorPersonas } from "./vendor-personas.ts";

/** A user of the demo: one situation that a sign-in can meet. */
export interface Persona {
  /** Stable name for tests; also the user's identifier. */
  id: string;
  situation: string;
  username: string;
  /** At least 15 characters, readable, made for the demo alone. */
  password: string;
  displayName: string;
  email: string;
  phone?: string;
  language?: string;
  /** Left out: an employee. */
  roles?: RoleName[];
  /** Numbers of the customers that the person works for; vendors see all without. */
  customers?: readonly string[];
  disabled?: boolean;
  /** The name is throttled as after a hundred wrong passwords. */
  locked?: boolean;
  passwordExpired?: boolean;
  /** An administrator requires a second factor. */
  secondFactorRequired?: boolean;
  /** Active second factors, the one used last at the end. */
  secondFactors?: readonly SecondFactorKind[];
  /** Key of the authenticator app, base32; the demo application shows its codes. */
  authenticatorKey?: string;
  /** The app is gone: nobody shows its codes. */
  authenticatorLost?: boolean;
  /** Plain digits. */
  recoveryCodes?: readonly string[];
  /** When a device is offered, milliseconds since 1970. */
  deviceOfferAt?: number;
  credential?: DemoCredential;
  /** A mail with a link to new recovery codes waits in the inbox. */
  recoveryCodeLink?: boolean;
  /** ISO 8601 day. */
  dateOfBirth?: string;
  /** Identity at the demo vendor that is linked to the account. */
  externalLogin?: { vendorId: string; subject: string };
  /** What whoever walks the situation must know beside the password. */
  hint?: string;
}

/** Customers whose names look alike, for the person who must choose the right one of seven. */
export const namedCustomers = [
  { number: "10001", name: "Müller & Söhne GmbH" },
  { number: "10002", name: "Mueller & Soehne AG" },
  { number: "10003", name: "Müller & Sohn GmbH" },
  { number: "10004", name: "Crèmerie Bédard inc." },
  { number: "10005", name: "Cremerie Bedard" },
  { number: "10006", name: "Łódź Ångström Works" },
  { number: "10007", name: "Peña Núñez Hermanos S.L." },
] as const;

/** Situations of the second step at sign-in. */
const secondStepPersonas: readonly Persona[] = [
  {
    id: "authenticator",
    situation: "Second step by an authenticator app",
    username: "alma.authenticator",
    password: "turning-numbers-every-minute",
    displayName: "Alma Authenticator",
    email: "alma.authenticator@payroll.example",
    secondFactors: ["authenticator"],
    authenticatorKey: "MFWGWYLBOV2GQZLOORUWGYLUN5ZDEMBS",
    hint: "The page “Authenticator” shows the code of now",
  },
  {
    id: "sms",
    situation: "Second step by text message",
    username: "samir.sms",
    password: "short-words-by-telephone",
    displayName: "Samir SMS",
    email: "samir.sms@payroll.example",
    phone: "+15555550142",
    secondFactors: ["sms"],
    hint: "The code arrives in the outbox",
  },
  {
    id: "pin",
    situation: "Second step by a mailed PIN",
    username: "petra.pin",
    password: "letters-under-the-blue-door",
    displayName: "Petra PIN",
    email: "petra.pin@payroll.example",
    secondFactors: ["pin"],
    hint: "The PIN arrives in the outbox",
  },
  {
    id: "recovery-codes",
    situation: "Lost the authenticator app: signs in with a recovery code",
    username: "rita.recovery",
    password: "spare-keys-behind-the-clock",
    displayName: "Rita Recovery",
    email: "rita.recovery@payroll.example",
    secondFactors: ["authenticator"],
    authenticatorKey: "OJSWG33WMVZHSY3PMRSXGMRQGI3DAMBR",
    authenticatorLost: true,
    recoveryCodes: [
      "40718266359417052883",
      "95130274486120397751",
      "28604915730862147395",
      "71359028641970253846",
    ],
    recoveryCodeLink: true,
    hint: "A mail in the outbox leads to new codes",
  },
  {
    id: "two-factor-several",
    situation: "Chooses between app, text message and mailed PIN",
    username: "sofia.several",
    password: "three-doors-to-one-garden",
    displayName: "Sofia Several",
    email: "sofia.several@payroll.example",
    phone: "+15555550177",
    secondFactors: ["pin", "sms", "authenticator"],
    authenticatorKey: "ONXWM2LBONSXMZLSMFWDEMBSGYYDAMBR",
    recoveryCodes: ["61820493751836029475"],
    hint: "The page “Authenticator” shows the code of now, the others arrive in the outbox",
  },
];

/** All personas, in the order in which they are listed. */
export const personas: readonly Persona[] = [
  {
    id: "plain",
    situation: "User name and password, nothing else",
    username: "paula.plain",
    password: "quiet-river-bends-south",
    displayName: "Paula Plain",
    email: "paula.plain@payroll.example",
  },
  {
    id: "one-customer",
    situation: "Works for one customer, which is never asked for",
    username: "oscar.one",
    password: "single-oak-on-the-hill",
    displayName: "Oscar One",
    email: "oscar.one@payroll.example",
    roles: ["MANAGER"],
    customers: ["10004"],
  },
  {
    id: "several-customers",
    situation: "Chooses between seven customers with similar names",
    username: "sarah.several",
    password: "seven-bridges-one-town",
    displayName: "Sarah Several",
    email: "sarah.several@payroll.example",
    roles: ["HR_ADMIN"],
    customers: namedCustomers.map(({ number }) => number),
  },
  {
    id: "vendor-support",
    situation: "Vendor support: sees more than 5,000 customers",
    username: "victor.support",
    password: "patient-voice-on-the-line",
    displayName: "Victor Support",
    email: "victor.support@vendor.example",
    roles: ["VENDOR_SUPPORT"],
  },
  {
    id: "vendor-operations",
    situation: "Vendor operations: sees the details on /devops, and every customer",
    username: "olga.operations",
    password: "green-lights-all-night",
    displayName: "Olga Operations",
    email: "olga.operations@vendor.example",
    roles: ["VENDOR_OPERATIONS"],
  },
  {
    id: "german",
    situation: "Speaks German; umlauts in name and password",
    username: "jörg.grün",
    password: "schöne-grüße-aus-köln",
    displayName: "Jörg Grün",
    email: "joerg.gruen@payroll.example",
    language: "de",
    customers: ["10001"],
  },
  {
    id: "disabled",
    situation: "Disabled account: refused like a wrong password",
    username: "dora.disabled",
    password: "closed-door-no-window",
    displayName: "Dora Disabled",
    email: "dora.disabled@payroll.example",
    disabled: true,
  },
  {
    id: "locked",
    situation: "Locked after too many wrong passwords: must wait",
    username: "liam.locked",
    password: "lost-key-under-the-mat",
    displayName: "Liam Locked",
    email: "liam.locked@payroll.example",
    locked: true,
  },
  ...passwordPersonas,
  ...secondStepPersonas,
  ...devicePersonas,
  {
    id: "captcha",
    situation: "Mistypes: after three wrong passwords a short check comes first",
    username: "clara.captcha",
    password: "third-time-unlucky-fourth-fine",
    displayName: "Clara Captcha",
    email: "clara.captcha@payroll.example",
    hint: "Type any three wrong passwords first",
  },
  {
    id: "one-time-token",
    situation: "Signs in with a one-time token that is mailed, typed or by its link",
    username: "otto.token",
    password: "one-feather-on-the-wind",
    displayName: "Otto Token",
    email: "otto.token@payroll.example",
    hint: "The mail arrives in the outbox; its link works in any browser",
  },
  ...setupPersonas,
  ...vendorPersonas,
];
