import OutlinedInput from "@mui/material/OutlinedInput";
import type { HTMLAttributes, ReactNode, Ref } from "react";
import { accessibilityOf, type FieldWidgetProps } from "./field-widget.ts";

interface InputProps {
  field: FieldWidgetProps;
  type: "text" | "email" | "password" | "tel" | "date";
  /** Names, addresses and codes: no keyboard may correct them. */
  literal?: boolean;
  /** Which way the text runs: `ltr` for codes and secrets, `auto` where the text itself tells; else as the page does. */
  direction?: "ltr" | "auto";
  /** Writes what is typed at the end in another way; what is changed within stays as it is typed until then. */
  arrange?: (text: string) => string;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  endAdornment?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  /** Ids of further texts that describe the input. */
  describedBy?: string[];
  onFocus?: () => void;
  onBlur?: () => void;
  className?: string;
}

/** The one text input, which every widget with a keyboard is made of. */
export function Input({ field, type, literal, direction, arrange, describedBy = [], ...more }: InputProps) {
  const { id, htmlName, value, onChange, required, placeholder, options, rawErrors = [] } = field;
  const { inputMode = options.inputMode as InputProps["inputMode"], ...rest } = more;
  return (
    <OutlinedInput
      fullWidth
      disableInjectingGlobalStyles
      notched={false}
      id={id}
      name={htmlName}
      type={type}
      value={value ?? ""}
      error={rawErrors.length > 0}
      placeholder={placeholder || undefined}
      autoComplete={options.autocomplete as string | undefined}
      onChange={({ target }) => {
        const isAtEnd = target.selectionStart === target.value.length;
        onChange(arrange !== undefined && isAtEnd ? arrange(target.value) : target.value);
      }}
      slotProps={{
        input: {
          ...accessibilityOf(field, ...describedBy),
          required,
          inputMode,
          dir: direction,
          ...(literal && { autoCapitalize: "none", autoCorrect: "off", spellCheck: false }),
        },
      }}
      {...rest}
    />
  );
}
