import { styled } from "@mui/material/styles";
import { Avatar, nameOf } from "../shell/avatar.tsx";
import { type ScreenContext, useScreen } from "../shell/screen-context.ts";

const Person = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  alignItems: "center",
  gap: 16,
  padding: 16,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 16,
  "& > div": { minWidth: 0, overflowWrap: "anywhere" },
  "& strong": { display: "block", fontWeight: 600 },
  "& small": { display: "block", fontSize: "0.875rem", color: vars.palette.text.secondary },
}));

/** A visitor reads what this place is for, a signed-in person that they are in. */
export function headingOf({ t, textKey, user }: ScreenContext): { title: string; text: string } {
  const text = user.isAuthenticated ? "panels.home.signedIn" : `${textKey}.text`;
  return { title: t(`${textKey}.title`), text: t(text) };
}

/** Who is signed in and for whom they work; nothing for a visitor, whose way on is the link to sign in. */
export function Panel() {
  const { t, user } = useScreen();
  if (!user.isAuthenticated) return null;
  return (
    <Person>
      <Avatar />
      <div>
        <strong>
          <bdi>{nameOf(user)}</bdi>
        </strong>
        <small>
          <bdi>{user.username}</bdi>
        </small>
        {user.customer && <small>{t("panels.home.customer", { name: user.customer.name })}</small>}
      </div>
    </Person>
  );
}
