import type { FieldWidgetProps } from "./field-widget.ts";
import { Input } from "./input.tsx";

/** A code that is used once; digits, unless the form says otherwise. */
export function OneTimeCode(field: FieldWidgetProps) {
  const inputMode = field.options.inputMode === undefined ? "numeric" : undefined;
  return <Input field={field} type="text" literal direction="ltr" {...(inputMode && { inputMode })} />;
}
