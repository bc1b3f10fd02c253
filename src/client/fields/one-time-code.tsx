import styled from "@mui/styled-engine";
import type { FieldWidgetProps } from "./field-widget.ts";
import { grouped } from "./grouped.ts";
import { Input } from "./input.tsx";

// Digits of one width with air between them: they are compared with another device, one by one.
const Code = styled(Input)({
  "& input": { fontSize: "1.125rem", fontVariantNumeric: "tabular-nums", letterSpacing: "0.12em" },
});

/** A code that is used once; digits, unless the form says otherwise. A long one is shown in groups. */
export function OneTimeCode(field: FieldWidgetProps) {
  const { inputMode, group } = field.options;
  const arrange = typeof group === "number" ? (text: string) => grouped(text, group) : undefined;
  return (
    <Code
      field={field}
      type="text"
      literal
      direction="ltr"
      {...(inputMode === undefined && { inputMode: "numeric" })}
      {...(arrange && { arrange })}
    />
  );
}
