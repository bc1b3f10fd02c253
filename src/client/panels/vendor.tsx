import { styled } from "@mui/material/styles";
import { useEffect } from "react";
import type { AnswerOf } from "../../shared/contract.ts";
import { type ScreenContext, useScreen } from "../shell/screen-context.ts";

type VendorView = Pick<AnswerOf<"VendorLoginView">, "displayName" | "logoUrl" | "autoStart">;

const Logo = styled("img")({ display: "block", maxWidth: "100%", height: 56, objectFit: "contain" });

/** Which provider the way leads to; the choice of one has words of its own. */
export function headingOf({ view, t, textKey }: ScreenContext): { title: string; text: string } {
  const { displayName: name } = view as unknown as VendorView;
  if (name === null) return { title: t(`${textKey}.title`), text: t(`${textKey}.text`) };
  return { title: t("panels.vendor.title", { name }), text: t("panels.vendor.text", { name }) };
}

/** The provider's picture. Goes on by itself where the application wants this provider. */
export function Panel() {
  const { view, submit } = useScreen();
  const { logoUrl, autoStart } = view as unknown as VendorView;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is entered
  useEffect(() => {
    if (autoStart && isFreshVisit()) submit({});
  }, []);
  return logoUrl === null ? null : <Logo src={logoUrl} alt="" />;
}

/** Who comes back or reloads stays: only a fresh visit leads on by itself. */
function isFreshVisit(): boolean {
  const [visit] = performance.getEntriesByType("navigation");
  return visit === undefined || ("type" in visit && visit.type === "navigate");
}
