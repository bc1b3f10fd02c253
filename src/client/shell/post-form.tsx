import type { ReactNode, SubmitEvent } from "react";
import { antiForgeryField } from "../../shared/constants.ts";
import { actionField } from "./actions.tsx";
import { useScreen } from "./screen-context.ts";

/**
 * A form of a panel: posted by the browser until the script is there, sent by it afterwards. What its inputs and the
 * pressed button carry is the body of the screen's `submit`; a button of an action runs that action.
 */
export function PostForm({ children }: { children: ReactNode }) {
  const { postAddress, token, busy, part, submit, act } = useScreen();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter);
    const label = fields.get(actionField);
    const action = part.actions.find((item) => item.label === label);
    if (action !== undefined) return act(action);
    fields.delete(antiForgeryField);
    submit(Object.fromEntries(fields));
  };
  return (
    <form method="post" action={postAddress} onSubmit={send}>
      <input type="hidden" name={antiForgeryField} value={token} />
      {children}
    </form>
  );
}
