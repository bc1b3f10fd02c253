import styled from "@mui/styled-engine";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Heading, Way } from "../parts/panel.ts";

export const emblem: IconName = "problem";

const Support = styled("p")(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: "tabular-nums",
}));

// Written for support, in English: from left to right on every page, and whole on a phone.
const Details = styled("pre")(({ theme }) => ({
  margin: 0,
  padding: "12px 16px",
  borderRadius: 12,
  fontSize: "0.875rem",
  whiteSpace: "pre-wrap",
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.default,
}));

/** The stored error in words (calls, "Error"); without one what the screen itself says, else that it was unexpected. */
export function headingOf({ view, t, textKey }: ScreenContext<"Error">): Heading {
  const { code, errorId } = view;
  const own = errorId === null && t(`${textKey}.text`) !== "" ? textKey : "errors.unknown";
  const key = t(`errors.${code}.title`) === "" || code === "unknown" ? own : `errors.${code}`;
  return { title: t(`${key}.title`), text: t(`${key}.text`) };
}

/** Try again, and back to the application, as far as the error knows them. */
export function waysOf({ view, t }: ScreenContext<"Error">): Way[] {
  const { retryUrl, homeUrl, client } = view;
  const back =
    homeUrl && client
      ? [{ href: homeUrl, text: t("panels.error.toApplication", { name: client.name }) }]
      : [];
  return retryUrl ? [{ href: retryUrl, text: t("panels.error.retry") }, ...back] : back;
}

/** What support needs to find the error again. */
export function Panel() {
  const { view, t } = useScreen<"Error">();
  const { supportCode, details } = view;
  return (
    <>
      {supportCode && <Support>{t("shell.supportCode", { code: supportCode })}</Support>}
      {details && <Details dir="ltr">{details}</Details>}
    </>
  );
}
