import type { ClipboardEventHandler, HTMLAttributes, ReactNode, Ref, SyntheticEvent } from "react";
import { InputBox } from "../parts/input-box.tsx";
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
  /** What stands at the end within its frame. */
  after?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  /** Ids of further texts that describe the input. */
  describedBy?: string[];
  /** One of them says that it is wrong. */
  isWrong?: boolean;
  onPaste?: ClipboardEventHandler;
  onFocus?: () => void;
  onBlur?: () => void;
  className?: string;
}

const nothing = () => undefined;

/** The one text input, which every widget with a keyboard is made of. */
export function Input({ field, type, literal, direction, arrange, describedBy = [], ...more }: InputProps) {
  const { id, htmlName, value, onChange, placeholder, options } = field;
  const { inputMode = options.inputMode as InputProps["inputMode"] } = more;
  const { after, inputRef, className, isWrong, onPaste, onFocus, onBlur } = more;
  const take = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
    // An input method writes the whole anew with each key: what it finds changed it writes twice.
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    onChange(
      arrange !== undefined && isAtEnd && !isComposing ? arrange(currentTarget.value) : currentTarget.value,
    );
  };
  const accessibility = accessibilityOf(field, ...describedBy);
  const wrong = isWrong || accessibility["aria-invalid"];
  return (
    <InputBox className={className} data-wrong={wrong || undefined}>
      <input
        {...accessibility}
        aria-invalid={wrong}
        ref={inputRef}
        id={id}
        name={htmlName}
        type={type}
        value={value ?? ""}
        placeholder={placeholder || undefined}
        autoComplete={options.autocomplete as string | undefined}
        inputMode={inputMode}
        dir={direction}
        {...(literal && { autoCapitalize: "none", autoCorrect: "off", spellCheck: false })}
        onInput={take}
        onCompositionEnd={take}
        // React asks for it, but keeps back what a script of the page set as `value` before it told; the form hears of the rest.
        onChange={nothing}
        onPaste={onPaste}
        onFocus={onFocus}
        onBlur={onBlur}
      />
      {after}
    </InputBox>
  );
}
