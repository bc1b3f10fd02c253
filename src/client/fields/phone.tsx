import type { FieldWidgetProps } from "./field-widget.ts";
import { Input } from "./input.tsx";

/** A phone number, written in groups or not. */
export function Phone(field: FieldWidgetProps) {
  return <Input field={field} type="tel" literal direction="ltr" />;
}
