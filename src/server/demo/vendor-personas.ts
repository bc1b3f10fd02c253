import type { Persona } from "./personas.ts";

/** Situations of the sign-in at a provider; whom the provider knows stands in `vendor/people.ts`. */
export const vendorPersonas: readonly Persona[] = [
  {
    id: "vendor-linked",
    situation: "Signs in with Contoso, which is linked already",
    username: "lena.linked",
    password: "two-doors-and-one-house",
    displayName: "Lena Linked",
    email: "lena.linked@payroll.example",
    externalLogin: { vendorId: "contoso", subject: "lena" },
    hint: "“Sign in with Contoso”, there “Continue as Lena Linked”",
  },
  {
    id: "vendor-unlinked",
    situation: "Signs in with Contoso for the first time and links the account",
    username: "uwe.unlinked",
    password: "first-time-at-the-gate",
    displayName: "Uwe Unlinked",
    email: "uwe.unlinked@payroll.example",
    dateOfBirth: "1984-02-29",
    hint: "Born on 29 February 1984, which Northwind asks for",
  },
  {
    id: "waiting-for-link",
    situation: "Was invited by Contoso to link the account: the mail is in the outbox",
    username: "wanda.waiting",
    password: "letter-on-the-doormat",
    displayName: "Wanda Waiting",
    email: "wanda.waiting@payroll.example",
    dateOfBirth: "1990-07-14",
  },
];
