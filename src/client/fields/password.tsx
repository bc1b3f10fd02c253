import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../parts/icon.tsx";
import { useCapsLock } from "./caps-lock.ts";
import { FieldButton } from "./field-button.tsx";
import { FieldNote } from "./field-note.ts";
import type { FieldWidgetProps } from "./field-widget.ts";
import { useForm } from "./form-context.ts";
import { Input } from "./input.tsx";

interface PasswordProps {
  field: FieldWidgetProps;
  /** Ids of further texts that describe the input. */
  describedBy?: string[];
}

/** A password that can be shown, with a warning while caps lock is on (specification, section 2). */
export function PasswordInput({ field, describedBy = [] }: PasswordProps) {
  const { t, refusal } = useForm();
  const [isEntered, setEntered] = useState(false);
  const { input, isShown, toggle } = useReveal();
  const warns = useCapsLock() && isEntered;
  const warningId = `${field.id}-caps-lock`;
  const isRefused = refusal !== undefined && field.options.autocomplete === "current-password";
  return (
    <>
      <Input
        field={field}
        type={isShown ? "text" : "password"}
        literal
        direction="ltr"
        inputRef={input}
        describedBy={[...(isRefused ? [refusal] : []), ...describedBy, ...(warns ? [warningId] : [])]}
        onFocus={() => setEntered(true)}
        onBlur={() => setEntered(false)}
        after={
          <FieldButton
            type="button"
            title={t("shell.showPassword", { field: field.label })}
            aria-pressed={isShown}
            aria-controls={field.id}
            // A press must not take the focus, and with it a phone's keyboard, away from the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            <Icon name={isShown ? "eyeOff" : "eye"} />
          </FieldButton>
        }
      />
      <FieldNote colour="warning" id={warningId} role="status">
        {warns && (
          <>
            <Icon name="warning" />
            {/* An element of their own: where a translator has put others in their place, React could not take them away. */}
            <span>{t("shell.capsLock")}</span>
          </>
        )}
      </FieldNote>
    </>
  );
}

/** The widget of an existing password. */
export function Password(field: FieldWidgetProps) {
  return <PasswordInput field={field} />;
}

function useReveal() {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<readonly [number | null, number | null] | null>(null);
  const [isShown, setShown] = useState(false);
  const toggle = () => {
    const element = input.current;
    const isActive = element !== null && element === document.activeElement;
    caret.current = isActive ? [element.selectionStart, element.selectionEnd] : null;
    setShown(!isShown);
  };
  // Browsers move the caret when an input changes its type.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the type has changed
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(...caret.current);
  }, [isShown]);
  // A shown password would be kept by the browser among the texts that it offers to fill in.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return { input, isShown, toggle };
}
