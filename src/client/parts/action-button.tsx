import type { ReactNode } from "react";
import { buttonsOf } from "../../shared/buttons.ts";
import { useScreen } from "../page/screen-context.ts";
import { ActButton } from "./act-button.tsx";
import { PostForm } from "./post-form.tsx";

interface ActionButtonProps {
  /** Label of an action of the screen that says `inPanel`. */
  label: string;
  /** The very item of the view that it stands for, where the action has `each`. */
  item?: unknown;
  /** Inputs that belong to it; they stand before the button in the same form. */
  children?: ReactNode;
}

/**
 * A further button where a panel wants it, as in each row of a list, in a form of its own: it works without script
 * too. Nothing where the screen has no such action now.
 */
export function ActionButton({ label, item, children }: ActionButtonProps) {
  const { part, facts } = useScreen();
  const button = buttonsOf(part, facts).find((shown) => shown.label === label && shown.item === item);
  if (button === undefined) return null;
  return (
    <PostForm>
      {children}
      <ActButton button={button} />
    </PostForm>
  );
}
