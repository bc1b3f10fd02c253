import type { FieldWidgetProps } from "./field-widget.ts";
import { Input } from "./input.tsx";

/** A day, chosen in the browser's own calendar. */
export function DateField(field: FieldWidgetProps) {
  return <Input field={field} type="date" />;
}
