import type { IconName } from "../shell/icon.tsx";
import { useScreen } from "../shell/screen-context.ts";

export const emblem: IconName = "info";

/** Stands where a later part of the product will be: says what is missing, and the screen's links lead on. */
export function Panel() {
  const { t } = useScreen();
  return <p>{t("panels.not-available.text")}</p>;
}
