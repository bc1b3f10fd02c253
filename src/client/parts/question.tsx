import styled from "@mui/styled-engine";
import { useId, useRef } from "react";
import { type ScreenButton, textParamsOf } from "../../shared/buttons.ts";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import { Button } from "./button.tsx";
import { Buttons, Dialog, onEscape, useModal } from "./dialog.tsx";
import type { Heading } from "./panel.ts";

interface QuestionProps {
  button: ScreenButton;
  /** Words of the button that says yes. */
  yes: string;
  onYes(): void;
  onNo(): void;
}

const Answers = styled(Buttons)({ marginTop: 24 });

/** What a button that asks back asks, and what follows from a yes. */
export function questionOf(
  { t, textKey }: Pick<ScreenContext, "t" | "textKey">,
  button: ScreenButton,
): Heading {
  const key = `${textKey}.confirm.${button.label}`;
  const params = textParamsOf(button);
  return { title: t(`${key}.title`, params), text: t(`${key}.text`, params) };
}

/** Asks back before a button does anything. No has the focus, so neither a held key nor a second press says yes. */
export function Question({ button, yes, onYes, onNo }: QuestionProps) {
  const context = useScreen();
  const { title, text } = questionOf(context, button);
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  const dialog = useModal(no);
  return (
    <Dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onEscape(onNo)}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <Answers>
        <Button type="button" size="big" wide colour={button.color} onClick={onYes}>
          {yes}
        </Button>
        <Button type="button" wide quiet ref={no} onClick={onNo}>
          {context.t("shell.cancel")}
        </Button>
      </Answers>
    </Dialog>
  );
}
