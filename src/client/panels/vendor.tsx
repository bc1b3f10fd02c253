import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { Heading } from "../parts/panel.ts";
import { ProviderLogo } from "../parts/provider-logo.tsx";

/** Which provider the way leads to; the choice of one has words of its own. */
export function headingOf({ view, t, textKey }: ScreenContext<"VendorLoginView">): Heading {
  const { displayName: name } = view;
  if (name === null) return { title: t(`${textKey}.title`), text: t(`${textKey}.text`) };
  return { title: t("panels.vendor.title", { name }), text: t("panels.vendor.text", { name }) };
}

/** The provider's picture. */
export function Panel() {
  const { view } = useScreen<"VendorLoginView">();
  return <ProviderLogo url={view.logoUrl} />;
}
