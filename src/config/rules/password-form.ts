import type { FormConfig, FormField } from "../../generated/config.ts";
import type { Rule } from "./rule.ts";

export const passwordForm: Rule = {
  id: "password-form",
  stops: true,
  finds:
    "A form with a password that does not say whose it is, or says so below it; one with a new password that does not say by which rules; a field that repeats one below it.",
  why: "Password managers keep a password under a user name: a field above has it, or `username` names the fact. What a new password must be like is told before it is typed: `rules` names the fact.",
  example: {
    file: "schemas/forms/reset-password.json",
    wrong:
      '"username": "view.username", "fields": [ { "name": "newPassword", "widget": "new-password", "autocomplete": "new-password"',
    right:
      '"rules": "view.rules", "username": "view.username", "fields": [ { "name": "newPassword", "widget": "new-password", "autocomplete": "new-password"',
  },
  check: ({ forms }) =>
    [...forms.values()].flatMap((form) => {
      const { fields, rules } = form.value;
      const at = (index: number, message: string) =>
        index < 0 ? [] : [form.at(["fields", index, "name"], message)];
      const chosen = fields.findIndex(({ widget }) => widget === "new-password");
      const first = fields.findIndex(({ widget }) => widget === "password" || widget === "new-password");
      const user = fields.findLastIndex(isUserName);
      return [
        ...(rules === undefined ? at(chosen, 'The rules of a new password are missing: "rules".') : []),
        ...(namesUser(form.value)
          ? []
          : at(first, 'Nothing says whose password this is: a field for the user name or "username".')),
        ...(first >= 0 && user > first
          ? at(user, "The user name stands below the password: password managers look for it above.")
          : []),
        ...fields.flatMap(({ sameAs }, index) =>
          fields.findIndex(({ name }) => name === sameAs) > index
            ? at(index, `It repeats "${sameAs}", which stands below it.`)
            : [],
        ),
      ];
    }),
};

function namesUser({ fields, username }: FormConfig): boolean {
  return username !== undefined || fields.some(isUserName);
}

function isUserName({ autocomplete }: FormField): boolean {
  return autocomplete?.split(" ").includes("username") ?? false;
}
