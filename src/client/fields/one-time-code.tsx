import styled from "@mui/styled-engine";
import type { ClipboardEvent } from "react";
import { codeWithin } from "./code-within.ts";
import type { FieldWidgetProps } from "./field-widget.ts";
import { grouped } from "./grouped.ts";
import { Input } from "./input.tsx";

// Digits of one width with air between them: they are compared with another device, one by one.
const Code = styled(Input)({
  "& input": { fontSize: "1.125rem", fontVariantNumeric: "tabular-nums", letterSpacing: "0.12em" },
});

/**
 * A code that is used once; digits, unless the form says otherwise. A long one is shown in groups, one of a known length
 * is found within a message that is pasted.
 */
export function OneTimeCode(field: FieldWidgetProps) {
  const { inputMode, group, digits } = field.options;
  const arrange = typeof group === "number" ? (text: string) => grouped(text, group) : undefined;
  // Here and not where the text has arrived: without its line breaks, numbers of a message run together.
  const takeCode = (event: ClipboardEvent) => {
    if (typeof digits !== "number") return;
    const code = codeWithin(event.clipboardData.getData("text"), digits);
    if (code === undefined) return;
    event.preventDefault();
    field.onChange(code);
  };
  return (
    <Code
      field={field}
      type="text"
      literal
      direction="ltr"
      onPaste={takeCode}
      {...(inputMode === undefined && { inputMode: "numeric" })}
      {...(arrange && { arrange })}
    />
  );
}
