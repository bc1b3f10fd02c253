import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import type { Way } from "../shell/panel.ts";
import { type ScreenContext, useScreen } from "../shell/screen-context.ts";

type ErrorView = AnswerOf<"Error">;

const Support = styled("p")(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "anywhere",
}));

const Details = styled("pre")({ margin: 0, overflow: "auto", fontSize: "0.875rem" });

/** The stored error in words (calls, "Error"); an unknown code reads as something unexpected. */
export function headingOf({ view, t }: ScreenContext): { title: string; text: string } {
  const { code } = view as unknown as ErrorView;
  const key = t(`errors.${code}.title`) === "" ? "errors.unknown" : `errors.${code}`;
  return { title: t(`${key}.title`), text: t(`${key}.text`) };
}

/** Try again, and back to the application, as far as the error knows them. */
export function waysOf({ view, t }: ScreenContext): Way[] {
  const { retryUrl, homeUrl, client } = view as unknown as ErrorView;
  const back =
    homeUrl && client
      ? [{ href: homeUrl, text: t("panels.error.toApplication", { name: client.name }) }]
      : [];
  return retryUrl ? [{ href: retryUrl, text: t("panels.error.retry") }, ...back] : back;
}

/** What support needs to find the error again. */
export function Panel() {
  const { view, t } = useScreen();
  const { supportCode, details } = view as unknown as ErrorView;
  return (
    <>
      {supportCode && <Support>{t("shell.supportCode", { code: supportCode })}</Support>}
      {details && <Details>{details}</Details>}
    </>
  );
}
