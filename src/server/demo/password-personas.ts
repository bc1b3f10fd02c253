import type { Persona } from "./personas.ts";

/** Situations of the password itself. */
export const passwordPersonas: readonly Persona[] = [
  {
    id: "expired-password",
    situation: "Password has expired: must choose a new one before anything else",
    username: "ernst.expired",
    password: "yesterday-was-too-late",
    displayName: "Ernst Expired",
    email: "ernst.expired@payroll.example",
    passwordExpired: true,
    hint: "Once changed, the new password is the one to sign in with",
  },
  {
    id: "forgotten-password",
    situation: "Has forgotten the password: asks for a mail and chooses a new one",
    username: "freya.forgetful",
    password: "what-was-it-only-again",
    displayName: "Freya Forgetful",
    email: "freya.forgetful@payroll.example",
    hint: "“Forgot your password?” on the sign-in page; the mail arrives in the outbox",
  },
];
