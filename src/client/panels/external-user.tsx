import styled from "@mui/styled-engine";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import type { Heading } from "../parts/panel.ts";

const Card = styled("div")(({ theme: { vars } }) => ({
  padding: 16,
  borderRadius: 14,
  backgroundColor: vars.palette.brand.side,
  "@media (forced-colors: active)": { border: "1px solid" },
  "& small": { display: "block", fontSize: "0.875rem", color: vars.palette.text.secondary },
  "& strong": { display: "block", fontWeight: 600 },
}));

/** Why the account is asked for, in the provider's name. */
export function headingOf({ view, t, textKey }: ScreenContext<"ExternalUser">): Heading {
  const { step, provider } = view;
  const text = t(`panels.external-user.${step}`, { provider: provider ?? "" });
  return { title: t(`${textKey}.title`), text };
}

/** Whom the provider vouches for, so that nobody links an account that is not theirs. */
export function Panel() {
  const { view, t } = useScreen<"ExternalUser">();
  const { provider, displayName, email } = view;
  if (displayName === null && email === null) return null;
  return (
    <Card>
      <small>{t("panels.external-user.who", { provider: provider ?? "" })}</small>
      <strong>
        <bdi>{displayName ?? email}</bdi>
      </strong>
      {displayName !== null && email !== null && (
        <small>
          <bdi>{email}</bdi>
        </small>
      )}
    </Card>
  );
}
