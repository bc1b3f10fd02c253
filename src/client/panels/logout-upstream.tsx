import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { Heading } from "../parts/panel.ts";
import { ProviderLogo } from "../parts/provider-logo.tsx";

/** Whom one may leave too. */
export function headingOf({ view, t, textKey }: ScreenContext<"LogoutView">): Heading {
  const name = view.upstream?.displayName ?? "";
  if (name === "") return { title: t(`${textKey}.title`), text: "" };
  return {
    title: t("panels.logout-upstream.title", { name }),
    text: t("panels.logout-upstream.text", { name }),
  };
}

/** The provider's picture. */
export function Panel() {
  const { view } = useScreen<"LogoutView">();
  return <ProviderLogo url={view.upstream?.iconUrl ?? null} />;
}
