import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Way } from "../parts/panel.ts";

export const emblem: IconName = "done";

/** The way back to the application that asked for the sign-out, where it registered one. */
export function waysOf({ view, t }: ScreenContext<"LogoutView">): Way[] {
  const { postLogoutRedirectUri, client } = view;
  if (!postLogoutRedirectUri || !client) return [];
  return [{ href: postLogoutRedirectUri, text: t("panels.logged-out.backTo", { name: client.name }) }];
}

/** Why the session ended. */
export function Panel() {
  const { view, t } = useScreen<"LogoutView">();
  return <p>{t(`panels.logged-out.${view.reason}`)}</p>;
}
