import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { CellLook } from "../../shared/cell-look.ts";
import { nativeFields } from "../../shared/constants.ts";
import { CheckboxDialog } from "../app/captcha/checkbox-challenge.tsx";
import { OwnChallenge } from "../app/captcha/own-challenge.tsx";
import { EndWarningDialog } from "../app/end-warning-dialog.tsx";
import type { PageStore } from "../page/page.ts";
import { pageMarks } from "../page/page-marks.ts";
import { useScreen } from "../page/screen-context.ts";
import { Progress } from "../parts/progress.tsx";
import { type Toast, ToastCorner } from "../parts/toasts.tsx";

interface BesideCellProps {
  page: PageStore;
  look: CellLook;
}

const nothing = () => undefined;
const never = () => new Promise<never>(nothing);

/** What the app would show beside and over the screen, at rest; empty until the screen is taken over, as the app's place is. */
export function BesideCell({ page, look }: BesideCellProps) {
  const { busy, failed } = look;
  const [stands, setStands] = useState(false);
  useLayoutEffect(() => page.set({ busy, failed }), [page, busy, failed]);
  useEffect(() => setStands(true), []);
  return stands && <AppAtRest page={page} look={look} />;
}

function AppAtRest({ page, look }: BesideCellProps) {
  const { asks, dialog } = look;
  const { t } = useScreen();
  const { busy } = useSyncExternalStore(page.subscribe, page.get);
  useEffect(() => {
    if (asks !== undefined) press(asks);
    performance.mark(pageMarks.appReady);
  }, [asks]);
  return (
    <>
      {busy && <Progress label={t("shell.sending")} />}
      {dialog === "captcha" && <OwnChallenge run={never} onSolved={nothing} onGiveUp={nothing} />}
      {dialog === "captchaCheckbox" && (
        <CheckboxDialog problems={[]} isChecking={false} onBlocked={nothing} onGiveUp={nothing}>
          {() => null}
        </CheckboxDialog>
      )}
      {(dialog === "sessionIdle" || dialog === "sessionFinal") && (
        <EndWarningDialog
          warning={{ endsAt: Date.now() + 90_000, final: dialog === "sessionFinal", problems: {} }}
          onStay={never}
          onDismiss={nothing}
          onSignOut={nothing}
        />
      )}
      <ToastCorner toasts={toastsOf(look)} />
    </>
  );
}

/** As a person does; the question is drawn by what is pressed. */
function press(value: string): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>(`button[name="${nativeFields.action}"]`);
  const button = [...buttons].find((each) => each.value === value);
  const row = button?.closest("details");
  if (row) row.open = true;
  button?.click();
}

function toastsOf({ toast, offer }: CellLook): Toast[] {
  return [
    ...(toast === undefined ? [] : [{ id: 1, text: toast }]),
    ...(offer === undefined
      ? []
      : [{ id: 2, text: offer, offer: { label: "shell.reload", run: never, dismiss: nothing } }]),
  ];
}
