import type { FieldWidgetProps } from "./field-widget.ts";
import { Input } from "./input.tsx";

/** An email address. */
export function Email(field: FieldWidgetProps) {
  return <Input field={field} type="email" literal direction="ltr" />;
}
