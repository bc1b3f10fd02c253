import type { FieldWidgetProps } from "./field-widget.ts";

/** A value that is sent and not shown. */
export function HiddenField({ id, htmlName, value }: FieldWidgetProps) {
  return <input type="hidden" id={id} name={htmlName} value={String(value ?? "")} />;
}
