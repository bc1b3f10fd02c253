import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import { Avatar, nameOf } from "../shell/avatar.tsx";
import { Icon } from "../shell/icon.tsx";
import { RowList } from "../shell/row-list.tsx";
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

const Applications = styled("section")({
  marginTop: 28,
  "& h2": { margin: "0 0 12px", fontSize: "1.0625rem" },
});

const List = styled(RowList)(({ theme: { vars } }) => ({
  overflow: "hidden",
  "& a": {
    display: "flex",
    alignItems: "center",
    gap: 12,
    minHeight: 56,
    padding: "10px 16px",
    fontWeight: 600,
    textDecoration: "none",
    color: vars.palette.text.primary,
    overflowWrap: "anywhere",
  },
  "& a:hover": { backgroundColor: vars.palette.action.hover },
  "& a:focus-visible": { outlineOffset: -3 },
  "& a > span": { flex: 1, minWidth: 0 },
  "& svg": { color: vars.palette.text.secondary },
  "[dir=rtl] & svg": { transform: "scaleX(-1)" },
}));

/** Who is signed in, for whom they work, and where they can go; nothing for a visitor, whose way on is to sign in. */
export function Panel() {
  const { t, user, view } = useScreen();
  const { items } = view as unknown as AnswerOf<"Applications">;
  if (!user.isAuthenticated) return null;
  return (
    <>
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
      {items.length > 0 && <ApplicationList items={items} />}
    </>
  );
}

function ApplicationList({ items }: AnswerOf<"Applications">) {
  const { t } = useScreen();
  return (
    <Applications aria-labelledby="applications">
      <h2 id="applications">{t("panels.home.applications")}</h2>
      <List>
        {items.map(({ name, startUrl }) => (
          <li key={`${name} ${startUrl}`}>
            <a href={startUrl}>
              <span>
                <bdi>{name}</bdi>
              </span>
              <Icon name="forward" />
            </a>
          </li>
        ))}
      </List>
    </Applications>
  );
}
