import type { Persona } from "./personas.ts";

/** Number of the customer at whom everybody needs a second factor. */
export const strictCustomer = "20007";

/** Situations of the set-up wizard. */
export const setupPersonas: readonly Persona[] = [
  {
    id: "setup-required",
    situation: "Must set up a second step: an administrator requires it of the user",
    username: "rita.required",
    password: "first-the-second-step",
    displayName: "Rita Required",
    email: "rita.required@payroll.example",
    phone: "+15550140001",
    secondFactorRequired: true,
  },
  {
    id: "setup-required-customer",
    situation: "Must set up a second step: a customer requires it of everybody",
    username: "carl.careful",
    password: "behind-the-second-gate",
    displayName: "Carl Careful",
    email: "carl.careful@payroll.example",
    phone: "+15550140002",
    customers: [strictCustomer],
  },
  {
    id: "setup-offered",
    situation: "Sets up a second step from the menu, although nobody requires it",
    username: "vera.voluntary",
    password: "better-safe-than-hurried",
    displayName: "Vera Voluntary",
    email: "vera.voluntary@payroll.example",
    phone: "+15550140003",
  },
  {
    id: "setup-interrupted",
    situation: "Must set up a second step and is interrupted on the way",
    username: "ivan.interrupted",
    password: "so-many-doors-to-knock",
    displayName: "Ivan Interrupted",
    email: "ivan.interrupted@payroll.example",
    phone: "+15550140004",
    secondFactorRequired: true,
  },
];
