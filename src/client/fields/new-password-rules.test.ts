import { describe, expect, it } from "vitest";
import { compiledForm, textsBody } from "../../../tests/support/forms.tsx";
import type { FormConfig } from "../../generated/config.ts";
import { toFacts } from "../../shared/matches.ts";
import { newPasswordRules } from "./new-password-rules.ts";

describe("newPasswordRules", () => {
  const facts = toFacts({ view: { username: "ann", rules: { minLength: 8 } }, user: { username: "bea" } });
  const rulesOf = async (form: Pick<FormConfig, "rules" | "username">, known = facts) => {
    const fields = [{ name: "a", widget: "new-password" as const }];
    return newPasswordRules(await compiledForm("f", { fields, ...form }, textsBody(["a"])), known, {
      username: "typed",
    });
  };

  it("takes the fact that the form names, and nothing where it names none", async () => {
    expect((await rulesOf({ rules: "view.rules" }))?.rules).toEqual({ minLength: 8 });
    expect(await rulesOf({})).toBeUndefined();
  });

  it("has none on a screen that could not be loaded", async () => {
    expect(await rulesOf({ rules: "view" }, toFacts({ view: {} }))).toBeUndefined();
  });

  it("knows whose password it is from the fact, else from what is typed", async () => {
    expect((await rulesOf({ rules: "view.rules", username: "user.username" }))?.username).toBe("bea");
    expect((await rulesOf({ rules: "view.rules" }))?.username).toBe("typed");
  });
});
