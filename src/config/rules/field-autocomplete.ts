import type { FormField } from "../../generated/config.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const fieldAutocomplete: Rule = {
  id: "field-autocomplete",
  stops: true,
  finds: "A field without the `autocomplete` that it needs, or with one that no browser knows.",
  why: "Password managers and browsers fill in only what says what it is (WCAG 2.2, 1.3.5; HTML, autofill). `off` is for codes that nobody can fill in.",
  example: {
    file: "schemas/forms/recover.json",
    wrong: '{ "name": "username", "widget": "text", "keep": true',
    right: '{ "name": "username", "widget": "text", "autocomplete": "username", "keep": true',
  },
  check: ({ forms }) =>
    [...forms.values()].flatMap((form) =>
      form.value.fields.flatMap((field, index) => {
        const needed = neededBy(field);
        const tokens = field.autocomplete?.split(" ") ?? [];
        const name = tokens.findLast((token) => token !== "webauthn");
        const at = (message: string, meant?: string) => [
          form.at(["fields", index, "autocomplete"], message, meant),
        ];
        if (name === undefined) {
          const message = `Password managers need to know what "${field.name}" is: its autocomplete is missing.`;
          return needed.length === 0 ? [] : at(message, needed[0]);
        }
        if (tokens.includes("webauthn") && tokens.at(-1) !== "webauthn") {
          return at('"webauthn" stands last.', `${name} webauthn`);
        }
        if (field.widget === "checkbox")
          return at("Nobody types into a checkbox: leave the autocomplete out.");
        // `field-widget` says so.
        if (field.widget === "hidden") return [];
        const known = needed.length === 0 ? autofillNames : needed;
        if (known.includes(name)) {
          const isWhole = detailTokens.test(tokens.join(" "));
          return isWhole ? [] : at(`No browser knows the autocomplete "${field.autocomplete}".`, name);
        }
        const message = autofillNames.includes(name)
          ? `"${name}" is not what a "${field.widget}" called "${field.name}" is filled in with.`
          : `No browser knows the autocomplete "${name}".`;
        return at(message, nearest(name, known) ?? needed[0]);
      }),
    ),
};

/** What a field may be filled in with, where browsers must be told; the usual one first. */
function neededBy({ name, widget, sameAs }: FormField): string[] {
  if (widget === "password") return sameAs === undefined ? ["current-password"] : ["new-password"];
  if (widget === "new-password") return ["new-password"];
  if (widget === "one-time-code") return ["one-time-code", "off"];
  if (widget === "email") return ["email", "username"];
  if (widget === "phone") return ["tel", "tel-national"];
  return widget === "text" && /user-?name/i.test(name) ? ["username"] : [];
}

/** What may stand around a field name of HTML ("Autofill detail tokens"). */
const detailTokens =
  /^(section-\S+ )?((shipping|billing) )?((home|work|mobile|fax|pager) (?=tel|email|impp))?\S+( webauthn)?$/;

/** Field names of the same. */
const autofillNames = (
  "off on name honorific-prefix given-name additional-name family-name honorific-suffix nickname username " +
  "new-password current-password one-time-code organization-title organization street-address address-line1 " +
  "address-line2 address-line3 address-level4 address-level3 address-level2 address-level1 country country-name " +
  "postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year " +
  "cc-csc cc-type transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo " +
  "tel tel-country-code tel-national tel-area-code tel-local tel-extension email impp"
).split(" ");
