import type { ReactNode } from "react";
import { buttonsOf } from "../../shared/buttons.ts";
import type { TextParams } from "../../shared/translate.ts";
import { ActButton } from "./act-button.tsx";
import { PostForm } from "./post-form.tsx";
import { useScreen } from "./screen-context.ts";

interface ActionButtonProps {
  /** Label of an action of the screen that says `inPanel`. */
  label: string;
  /** Given to the call: what its body or query knows by these names. */
  values?: Record<string, string | number>;
  /** Placeholders of the button's text (`screens.<id>.actions.<label>`). */
  params?: TextParams;
  /** Inputs that belong to it; they stand before the button in the same form. */
  children?: ReactNode;
}

/**
 * A further button where a panel wants it, as in each row of a list, in a form of its own: it works without script
 * too. Nothing where the screen has no such action now.
 */
export function ActionButton({ label, values = {}, params, children }: ActionButtonProps) {
  const { part, facts } = useScreen();
  const button = buttonsOf(part, facts).find((shown) => shown.label === label);
  if (button === undefined) return null;
  return (
    <PostForm>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <ActButton button={button} values={values} params={params} />
    </PostForm>
  );
}
