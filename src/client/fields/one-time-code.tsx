import type { FieldWidgetProps } from "./field-widget.ts";
import { grouped } from "./grouped.ts";
import { Input } from "./input.tsx";

/** A code that is used once; digits, unless the form says otherwise. A long one is shown in groups. */
export function OneTimeCode(field: FieldWidgetProps) {
  const { inputMode, group } = field.options;
  const arrange = typeof group === "number" ? (text: string) => grouped(text, group) : undefined;
  return (
    <Input
      field={field}
      type="text"
      literal
      direction="ltr"
      {...(inputMode === undefined && { inputMode: "numeric" })}
      {...(arrange && { arrange })}
    />
  );
}
