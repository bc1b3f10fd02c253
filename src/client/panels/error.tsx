import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import { ButtonLink } from "../shell/button.tsx";
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

/** The best way on: try again, else back to the application. */
export function mainWayOf({ view, t }: ScreenContext): { href: string; text: string } | undefined {
  const { retryUrl, homeUrl, client } = view as unknown as ErrorView;
  if (retryUrl) return { href: retryUrl, text: t("panels.error.retry") };
  if (homeUrl && client)
    return { href: homeUrl, text: t("panels.error.toApplication", { name: client.name }) };
  return undefined;
}

/** What support needs to find the error again, and the way back to the application beside trying again. */
export function Panel() {
  const { view, t } = useScreen();
  const { supportCode, details, retryUrl, homeUrl, client } = view as unknown as ErrorView;
  return (
    <>
      {supportCode && <Support>{t("shell.supportCode", { code: supportCode })}</Support>}
      {details && <Details>{details}</Details>}
      {retryUrl && homeUrl && client && (
        <ButtonLink href={homeUrl} quiet wide>
          {t("panels.error.toApplication", { name: client.name })}
        </ButtonLink>
      )}
    </>
  );
}
