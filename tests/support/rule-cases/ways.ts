import { drop, form, partner, rename, reversedFields, screens, set } from "../sample-edits.ts";
import type { Case } from "./case.ts";

/** Rows, links and pages that lead wrong or nowhere. */
export const wayCases: Case[] = [
  {
    rule: "fixed-screen",
    file: screens,
    edit: set(["screens", "loginVendor", "path"], "/account/login/vendors"),
    at: '"/account/login/vendors"',
    suggestion: "/account/login/vendor",
  },
  {
    rule: "fixed-screen",
    file: screens,
    edit: rename(["screens", "account"], "acount"),
    at: '"acount"',
    suggestion: "account",
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: drop(["screens", "login", "links", 1]),
    at: '"loginSecure"',
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["screens", "login", "links", 1, "to"], "home"),
    at: "{",
    suggestion: "loginSecure",
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["journey", "passwordExpired"], "recover"),
    at: '"recover"',
    suggestion: "changeExpiredPassword",
  },
  // Rows that say `tooManyCodes` and `secondFactorDeleted` have a word of these, and speak of something else.
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["journey", "twoFactorRequired"], "setupTwoFactor"),
    at: '"loginRecoveryCode"',
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["journey", "twoFactorRequired"], "setupTwoFactor"),
    at: '"loginTwoFactor"',
  },
  {
    rule: "journey-end",
    file: screens,
    edit: drop(["screens", "errorSignIn", "links"]),
    at: '"errorSignIn"',
  },
  { rule: "journey-end", file: screens, edit: drop(["screens", "home", "links", 0]), at: '"home"' },
  {
    rule: "journey-end",
    file: screens,
    edit: drop(["screens", "link", "steps", 2, "links"]),
    at: '"id": "none"',
  },
  {
    rule: "reached-step",
    file: screens,
    edit: set(["screens", "loginOtt", "steps", 2, "id"], "mailLink"),
    at: '"mailLink"',
    suggestion: "mailedLink",
  },
  { rule: "reached-step", file: screens, edit: drop(["screens", "loginOtt", "steps", 2]), at: "[" },
  {
    rule: "reached-step",
    file: screens,
    edit: drop(["screens", "recover", "next", 0, "show"]),
    at: '"sent"',
  },
  {
    rule: "reached-step",
    file: screens,
    edit: drop(["screens", "redeemRecoveryCodes", "steps", 0, "next", 0, "show"]),
    at: '"codes"',
  },
  { rule: "open-door", file: screens, edit: drop(["screens", "login", "enter", "next", 0, "when"]), at: "[" },
  { rule: "panel-view", file: screens, edit: drop(["screens", "home", "load"]), at: '"home"' },
  {
    rule: "panel-view",
    file: screens,
    edit: set(["screens", "devops", "panel"], "devices"),
    at: '"devices"',
  },
  ...[
    ["setupTwoFactor", 5],
    ["contact", 2],
    ["loginOtt", 1],
  ].map(([screen = "", step = 0]) => ({
    rule: "shown-answer",
    file: screens,
    edit: drop(["screens", screen, "steps", step, "panel"]),
    at: "{",
  })),
  {
    rule: "shown-answer",
    file: screens,
    edit: set(["screens", "redeemRecoveryCodes", "steps", 2, "panel"], "message"),
    at: '"message"',
  },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "login", "actions", 2, "with"]),
    at: "{",
  },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "resetPassword", "load", "with"]),
    at: "{",
  },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "setupTwoFactor", "steps", 2, "form"]),
    at: "{",
  },
  { rule: "unreachable-row", file: screens, edit: drop(["screens", "loginSecure", "submit"]), at: "[" },
  {
    rule: "autofill-field",
    file: "schemas/forms/recover.json",
    edit: set(["fields", 0, "autocomplete"], "username webauthn"),
    at: '"username webauthn"',
    suggestion: "username",
  },
  {
    rule: "autofill-field",
    file: "schemas/forms/recover.json",
    edit: set(["fields", 0, "autocomplete"], "webauthn"),
    at: '"webauthn"',
  },
  {
    rule: "problem-field",
    file: form,
    edit: drop(["fields", 1]),
    at: '"sample"',
  },
  {
    rule: "field-autocomplete",
    file: "schemas/forms/contact.json",
    edit: set(["fields", 0, "autocomplete"], "mail email"),
    at: '"mail email"',
    suggestion: "email",
  },
  {
    rule: "field-autocomplete",
    file: "schemas/forms/login.json",
    edit: drop(["fields", 1, "autocomplete"]),
    at: "{",
    suggestion: "current-password",
  },
  {
    rule: "field-autocomplete",
    file: "schemas/forms/login.json",
    edit: set(["fields", 1, "autocomplete"], "curent-password"),
    at: '"curent-password"',
    suggestion: "current-password",
  },
  {
    rule: "field-autocomplete",
    file: "schemas/forms/reset-password.json",
    edit: set(["fields", 0, "autocomplete"], "current-password"),
    at: '"current-password"',
    suggestion: "new-password",
  },
  {
    rule: "password-form",
    file: "schemas/forms/change-password.json",
    edit: drop(["username"]),
    at: '"currentPassword"',
  },
  {
    rule: "password-form",
    file: "schemas/forms/login.json",
    edit: reversedFields,
    at: '"username"',
  },
  {
    rule: "password-form",
    file: "schemas/forms/reset-password.json",
    edit: reversedFields,
    at: '"confirmPassword"',
  },
  {
    rule: "password-form",
    file: "schemas/forms/login.json",
    edit: (text) => {
      const login = JSON.parse(text);
      const [username, password, ...rest] = login.fields;
      return JSON.stringify({ ...login, fields: [password, username, ...rest] }, null, 2);
    },
    at: '"username"',
  },
  {
    rule: "partner-colour",
    file: partner,
    edit: set(["themesBackgroundColor"], "#ffff00"),
    at: '"#ffff00"',
    suggestion: "#737300",
  },
  {
    rule: "partner-colour",
    file: partner,
    edit: set(["themesBackgroundColor"], "#000080"),
    at: '"#000080"',
    suggestion: "#1c1c8e",
  },
];
