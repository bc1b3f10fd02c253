import { useScreen } from "../shell/screen-context.ts";

/** Stands where a later part of the product will be: says what is missing, and the screen's links lead on. */
export function Panel() {
  const { t } = useScreen();
  return <p>{t("panels.not-available.text")}</p>;
}
