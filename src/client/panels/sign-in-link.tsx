import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Heading } from "../parts/panel.ts";

export const emblem: IconName = "key";

/** Whose link it is, so that nobody is signed in as somebody else without noticing. */
export function headingOf({ t, textKey, view: { username } }: ScreenContext): Heading {
  return {
    title: t(`${textKey}.title`),
    text: t("panels.sign-in-link.user", { username: typeof username === "string" ? username : "" }),
  };
}

/** What pressing the button does. */
export function Panel() {
  const { t } = useScreen();
  return <p>{t("panels.sign-in-link.once")}</p>;
}
