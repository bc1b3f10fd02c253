import type { UiSchema } from "@rjsf/utils";
import type { Translate } from "../../shared/translate.ts";
import type { CompiledForm, FormValues } from "./compiled-form.ts";
import { labelOf } from "./problem-messages.ts";

/**
 * How rjsf shows the fields: widget, texts in the language of `t`, and what the widgets pass on to the input. `first` is
 * the field that the browser begins at, and the ids of what is read with it.
 */
export function uiSchemaOf(
  form: CompiledForm,
  t: Translate,
  first: { name: string | undefined; introduction: string | undefined },
): UiSchema<FormValues> {
  const fields = form.fields.map(({ name, widget, autocomplete, inputMode, hint, group, digits }) => {
    const textKey = `forms.${form.id}.${name}`;
    const texts = {
      "ui:title": labelOf(form, name, t),
      "ui:placeholder": t(`${textKey}.placeholder`),
      ...(hint && { "ui:help": t(`${textKey}.hint`) }),
    };
    const isFirst = name === first.name;
    const introduction = isFirst ? first.introduction : undefined;
    const options = { autocomplete, inputMode, group, digits, introduction };
    return [name, { "ui:widget": widget, ...texts, "ui:autofocus": isFirst, "ui:options": options }];
  });
  return Object.fromEntries(fields);
}
