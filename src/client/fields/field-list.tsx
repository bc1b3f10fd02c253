import { ErrorSchemaBuilder, type RJSFSchema } from "@rjsf/utils";
import { useMemo, useState } from "react";
import type { FormField } from "../../generated/config.ts";
import { isSameText } from "../../shared/same-text.ts";
import type { Translate } from "../../shared/translate.ts";
import type { CompiledForm, FormValues } from "./compiled-form.ts";
import { problemsId } from "./field-widget.ts";
import { FormProvider } from "./form-context.ts";
import type { NewPasswordRules } from "./new-password-rules.ts";
import type { Messages } from "./problem-messages.ts";
import { renderingOnly } from "./rendering-only.ts";
import { Fields } from "./theme.ts";
import { uiSchemaOf } from "./ui-schema.ts";

interface FieldListProps {
  form: CompiledForm;
  t: Translate;
  rules: NewPasswordRules | undefined;
  shown: readonly FormField[];
  values: FormValues;
  messages: Messages;
  /** What is wrong in general is the password. */
  isPasswordRefused: boolean;
  /** The same messages of another turn are announced again. */
  turn: number;
  /** Ids of what is read with the field where typing begins; undefined: it begins nowhere yet. */
  introduction: string | undefined;
  /** All values, and the field that the person changed. */
  onChange(values: FormValues, field: string | undefined): void;
}

const separator = "_";

/** The shown fields of a form with their values and messages, rendered by rjsf inside of the page's own `<form>`. */
export function FieldList(props: FieldListProps) {
  const { form, t, rules, shown, values, messages, isPasswordRefused, turn, introduction, onChange } = props;
  const context = {
    textKey: `forms.${form.id}`,
    t,
    rules,
    turn,
    refusal: isPasswordRefused && messages[""] ? problemsId(form.id) : undefined,
    isRepeated: repetitions(form, values),
  };
  const [first] = useState(() =>
    introduction === undefined ? firstWrong(shown, messages) : firstMissing(form, shown, values),
  );
  const uiSchema = useMemo(
    () => uiSchemaOf(form, t, { name: first, introduction }),
    [form, t, first, introduction],
  );
  const errors = new ErrorSchemaBuilder<FormValues>();
  for (const { name } of shown) errors.addErrors(messages[name] ?? [], name);
  return (
    <FormProvider value={context}>
      <Fields
        tagName="div"
        idPrefix={form.id}
        idSeparator={separator}
        nameGenerator={(path) => String(path.at(-1))}
        schema={partOf(form.schema, shown)}
        uiSchema={uiSchema}
        formData={values}
        extraErrors={errors.ErrorSchema}
        validator={renderingOnly}
        noValidate
        showErrorList={false}
        onChange={({ formData = {} }, id) => onChange(formData, id?.slice(form.id.length + separator.length))}
      >
        {/* biome-ignore lint/complexity/noUselessFragments: without children rjsf adds a submit button of its own */}
        <></>
      </Fields>
    </FormProvider>
  );
}

/** Where the browser begins on a page that came with problems, if not at those in general. */
function firstWrong(shown: readonly FormField[], messages: Messages): string | undefined {
  return messages[""] === undefined ? shown.find(({ name }) => messages[name])?.name : undefined;
}

/** Where typing begins: what is required and not filled in yet. */
function firstMissing(
  { schema: { required = [] } }: CompiledForm,
  shown: readonly FormField[],
  values: FormValues,
): string | undefined {
  return shown.find(({ name }) => required.includes(name) && values[name] === "")?.name;
}

function repetitions({ fields }: CompiledForm, values: FormValues): (field: string) => boolean | undefined {
  return (name) => {
    const again = fields.find(({ sameAs }) => sameAs === name);
    return again && isSameText(values[again.name], values[name]);
  };
}

function partOf(
  { properties = {}, required = [], ...schema }: RJSFSchema,
  shown: readonly FormField[],
): RJSFSchema {
  const names = shown.map(({ name }) => name);
  return {
    ...schema,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => names.includes(name)),
  };
}
