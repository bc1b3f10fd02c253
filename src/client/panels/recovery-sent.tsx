import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Heading } from "../parts/panel.ts";

export const emblem: IconName = "mail";

/** Leaves open whether there is such an account (security, EN-3), and tells how long the link works. */
export function headingOf({ t, textKey, view: { minutes } }: ScreenContext): Heading {
  return { title: t(`${textKey}.title`), text: t("panels.recovery-sent.text", { minutes: Number(minutes) }) };
}

/** What to do if nothing arrives. */
export function Panel() {
  const { t } = useScreen();
  return <p>{t("panels.recovery-sent.nothing")}</p>;
}
