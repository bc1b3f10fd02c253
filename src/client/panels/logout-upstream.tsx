import type { AnswerOf } from "../../shared/contract.ts";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { Heading } from "../parts/panel.ts";
import { ProviderLogo } from "../parts/provider-logo.tsx";

/** Whom one may leave too. */
export function headingOf({ view, t, textKey }: ScreenContext): Heading {
  const name = providerOf(view)?.displayName ?? "";
  if (name === "") return { title: t(`${textKey}.title`), text: "" };
  return {
    title: t("panels.logout-upstream.title", { name }),
    text: t("panels.logout-upstream.text", { name }),
  };
}

/** The provider's picture. */
export function Panel() {
  return <ProviderLogo url={providerOf(useScreen().view)?.iconUrl ?? null} />;
}

function providerOf(view: Record<string, unknown>): AnswerOf<"LogoutView">["upstream"] {
  return (view as unknown as AnswerOf<"LogoutView">).upstream;
}
