import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { IconName } from "../parts/icon.tsx";
import { Notice } from "../parts/notice.tsx";
import type { Heading } from "../parts/panel.ts";

export const emblem: IconName = "done";

/** As many as this or fewer are few: time to get new ones (security, TF-6). */
const few = 3;

/** How many codes are left. */
export function headingOf({ t, textKey, view }: ScreenContext): Heading {
  return { title: t(`${textKey}.title`), text: t("panels.recovery-code-used.left", { count: leftOf(view) }) };
}

/** Where to get new codes, once few are left. */
export function Panel() {
  const { t, view } = useScreen();
  if (leftOf(view) > few) return null;
  return <Notice kind="info">{t("panels.recovery-code-used.few")}</Notice>;
}

function leftOf({ left }: ScreenContext["view"]): number {
  return typeof left === "number" ? left : 0;
}
