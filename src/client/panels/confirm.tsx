import { useScreen } from "../shell/screen-context.ts";

/** Asks before something is done; the screen's submit does it. Says so where nobody is signed in to do it for. */
export function Panel() {
  const { t, view } = useScreen();
  return view.signedIn === false ? <p>{t("panels.confirm.notSignedIn")}</p> : null;
}
