import type { FieldWidgetProps } from "./field-widget.ts";
import { Input } from "./input.tsx";

const accountTokens = new Set(["username", "email"]);

/** A line of text; what is filled in as a user name is left as it is typed. */
export function Text(field: FieldWidgetProps) {
  const tokens = String(field.options.autocomplete ?? "").split(" ");
  const literal = tokens.some((token) => accountTokens.has(token));
  return <Input field={field} type="text" literal={literal} direction="auto" />;
}
