import type { ReactNode, SubmitEvent } from "react";
import { antiForgeryField } from "../../shared/constants.ts";
import { useScreen } from "./screen-context.ts";

/**
 * A form of a panel: posted by the browser until the script is there, sent by it afterwards. What its inputs and the
 * pressed button carry is the body of the screen's `submit`.
 */
export function PostForm({ children }: { children: ReactNode }) {
  const { postAddress, token, busy, submit } = useScreen();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter);
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
