import { useScreen } from "../page/screen-context.ts";
import { Progress } from "./setup/progress.tsx";
import { RecoveryCodes } from "./setup/recovery-codes.tsx";

/** New recovery codes: in the set-up wizard before one of them is typed back, behind a mailed link shown once. */
export function Panel() {
  const { screen } = useScreen();
  return (
    <>
      {screen.load?.call === "Setup2FAView" && <Progress at="save" />}
      <RecoveryCodes />
    </>
  );
}
