import type { ReactNode, SubmitEvent } from "react";
import { fieldsOf } from "../page/form-fields.ts";
import { hiddenFieldsOf } from "../page/page.ts";
import { useScreen } from "../page/screen-context.ts";
import { HiddenInputs } from "./hidden-inputs.tsx";

/**
 * A form of a panel: posted by the browser until the script is there, sent by it afterwards. What its inputs and the
 * pressed button carry is the body of the screen's `submit`.
 */
export function PostForm({ children }: { children: ReactNode }) {
  const context = useScreen();
  const { postAddress, isBusy, submit } = context;
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy()) submit(fieldsOf(event.currentTarget, event.nativeEvent.submitter));
  };
  return (
    <form method="post" action={postAddress} onSubmit={send}>
      <HiddenInputs fields={hiddenFieldsOf(context)} />
      {children}
    </form>
  );
}
