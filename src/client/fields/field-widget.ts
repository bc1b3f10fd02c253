import type { RJSFSchema, WidgetProps } from "@rjsf/utils";
import type { FormValues } from "./compiled-form.ts";

/** What rjsf hands to each widget. */
export type FieldWidgetProps = WidgetProps<FormValues, RJSFSchema, object>;

/** Ids of the texts around a field. */
export const errorId = (id: string): string => `${id}-error`;
export const hintId = (id: string): string => `${id}-hint`;
/** Id of what a form says is wrong in general. */
export const problemsId = (form: string): string => `${form}-problems`;
export const labelId = (id: string): string => `${id}-label`;

/**
 * The accessibility attributes of a widget's input: whether it is wrong, or required, the texts that say more, if they exist, and
 * whether the browser begins at it.
 */
export function accessibilityOf(
  { id, rawErrors = [], required, autofocus, options }: FieldWidgetProps,
  ...more: string[]
) {
  const isWrong = rawErrors.length > 0;
  const { help, introduction } = options;
  // The focus came here past what introduces the form; what is wrong matters more.
  const before = isWrong ? errorId(id) : introduction;
  const ids = [...(typeof before === "string" ? [before] : []), ...(help ? [hintId(id)] : []), ...more];
  return {
    "aria-invalid": isWrong,
    // Not `required`: of an empty field with it Firefox tells screen readers that it is wrong, and its form too, before anything was typed.
    "aria-required": required,
    "aria-describedby": ids.length > 0 ? ids.join(" ") : undefined,
    autoFocus: autofocus,
  };
}

/** The choices of a field with an enum. */
export function choicesOf({ schema }: FieldWidgetProps): string[] {
  return (schema.enum ?? []).filter((value) => typeof value === "string");
}
