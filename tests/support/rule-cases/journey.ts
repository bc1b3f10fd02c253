import { drop, screens, set } from "../sample-edits.ts";
import type { Case } from "./case.ts";

/** The journey; `src/config/proof/prove-journey.test.ts` has more. */
export const journeyCases: Case[] = [
  {
    rule: "journey-stage",
    file: screens,
    edit: set(["journey", "deviceOffered"], "contact"),
    at: '"contact"',
  },
  {
    rule: "journey-end",
    file: screens,
    edit: set(["screens", "errorExpired", "links"], []),
    at: '"errorExpired"',
  },
  { rule: "journey-exit", file: screens, edit: drop(["screens", "many", "links"]), at: '"many"' },
  {
    rule: "journey-recovery",
    file: screens,
    edit: drop(["screens", "login", "links", 0]),
    at: '"links"',
  },
  {
    rule: "journey-cancel",
    file: screens,
    edit: drop(["screens", "login", "actions", 2]),
    at: '"actions"',
  },
  {
    rule: "journey-code",
    file: screens,
    edit: set(["screens", "loginTwoFactor", "actions", 1, "when", "view.method"], "sms"),
    at: '"loginTwoFactor"',
  },
  {
    rule: "journey-circle",
    file: screens,
    edit: set(
      ["screens", "loggedOut", "enter", "next"],
      [{ when: { "view.stage": "done" }, go: "logout", with: { logoutId: "query.logoutId" } }],
    ),
    at: '"enter"',
  },
];
