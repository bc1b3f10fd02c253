import type { FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { propertiesOf, requiredOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const fieldWidget: Rule = {
  id: "field-widget",
  stops: true,
  finds:
    "A widget that cannot fill in its property, is not the one for it or shows a password; a secret that is kept; an entry that its widget does not read.",
  why: "A checkbox gives a boolean, select and radio one of several texts, all others a text; mail addresses, days, phone numbers and codes have widgets of their own; a secret is typed anew each time.",
  example: {
    file: "schemas/forms/recover.json",
    wrong: '"widget": "checkbox"',
    right: '"widget": "text"',
  },
  check: ({ forms, formSchemas }) =>
    [...forms].flatMap(([id, form]) =>
      form.value.fields.flatMap((field, index) => {
        const schema = propertiesOf(formSchemas.get(id)).get(field.name);
        const isRequired = requiredOf(formSchemas.get(id)).includes(field.name);
        const problems = schema === undefined ? [] : problemsOf(field, schema, isRequired);
        return problems.map(({ entry = "widget", message, meant }) =>
          form.at(["fields", index, entry], message, meant),
        );
      }),
    ),
};

interface Problem {
  /** Entry of the field; its widget where nothing else is said. */
  entry?: keyof FormField;
  message: string;
  meant?: FormField["widget"];
}

/** Widgets that hide what is typed. */
const hiding: readonly string[] = ["password", "new-password"];

/** A widget for one kind of text. */
interface Special {
  widget: FormField["widget"];
  what: string;
  /** What browsers fill in. */
  fills: string[];
  /** Says whether a property takes nothing else. */
  takenBy?: (schema: JsonSchema) => boolean;
}

const special: readonly Special[] = [
  { widget: "email", what: "a mail address", fills: ["email"], takenBy: ({ format }) => format === "email" },
  { widget: "date", what: "a day", fills: ["bday"], takenBy: isDay },
  { widget: "phone", what: "a phone number", fills: ["tel", "tel-national"] },
  { widget: "one-time-code", what: "a code", fills: ["one-time-code"] },
];

function isDay({ format, pattern }: JsonSchema): boolean {
  if (typeof pattern !== "string") return format === "date";
  const expression = new RegExp(pattern, "u");
  return expression.test("2001-12-31") && !["December", "20-01-1231"].some((text) => expression.test(text));
}

function problemsOf(field: FormField, schema: JsonSchema, isRequired: boolean): Problem[] {
  const { name, widget, keep, autocomplete = "", group, digits, inputMode } = field;
  const problems: (Problem | false)[] = [
    /-password\b/.test(autocomplete) &&
      !hiding.includes(widget) && {
        message: `"${widget}" shows the password to whoever looks on.`,
        meant: autocomplete.includes("new") ? "new-password" : "password",
      },
    !fits(widget, schema) && { message: `"${widget}" needs ${neededBy(widget)}, which "${name}" is not.` },
    keep === true &&
      [...hiding, "one-time-code"].includes(widget) && {
        entry: "keep",
        message: `"${name}" is a secret: it is never kept.`,
      },
    widget === "hidden" &&
      isRequired &&
      keep !== true && { message: `Nobody could fill in "${name}", which the call requires.` },
    widget === "hidden" &&
      autocomplete !== "" && { message: `Browsers fill in "${name}" by its autocomplete: it must be shown.` },
    group !== undefined &&
      widget !== "one-time-code" && { entry: "group", message: "Only a one-time-code stands in groups." },
    digits !== undefined &&
      widget !== "one-time-code" && { entry: "digits", message: "Only a one-time-code has digits." },
    inputMode !== undefined &&
      !["text", "one-time-code"].includes(widget) && {
        entry: "inputMode",
        message: `The keyboard for "${widget}" is chosen already.`,
      },
  ];
  return [...problems.filter((problem) => problem !== false), ...mistaken(field, schema)];
}

/** A text that has a widget of its own, or a widget for another kind of text. */
function mistaken({ name, widget, autocomplete = "" }: FormField, schema: JsonSchema): Problem[] {
  if (schema.type !== "string" || widget === "hidden") return [];
  const fills = autocomplete.split(" ");
  const meant = special.find(
    (each) => each.takenBy?.(schema) === true || fills.some((fill) => each.fills.includes(fill)),
  );
  if (meant !== undefined && meant.widget !== widget)
    return [{ message: `"${name}" is ${meant.what}, which "${widget}" is not for.`, meant: meant.widget }];
  const own = special.find((each) => each.widget === widget);
  return own?.takenBy === undefined || own.takenBy(schema)
    ? []
    : [{ message: `"${widget}" needs ${own.what}, which "${name}" is not.` }];
}

function fits(widget: FormField["widget"], schema: JsonSchema): boolean {
  if (widget === "checkbox") return schema.type === "boolean";
  const isChoice = widget === "select" || widget === "radio";
  return schema.type === "string" && (!isChoice || Array.isArray(schema.enum));
}

function neededBy(widget: FormField["widget"]): string {
  if (widget === "checkbox") return "a boolean";
  return widget === "select" || widget === "radio" ? "a list of texts" : "a text";
}
