import styled from "@mui/styled-engine";
import type { AnswerOf } from "../../shared/contract.ts";
import { breakable } from "../look/text-marks.ts";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import { Avatar, nameOf } from "../parts/avatar.tsx";
import { Choice, ChoiceLink } from "../parts/choices.tsx";
import { FramedList } from "../parts/framed-list.ts";
import type { Heading } from "../parts/panel.ts";
import { Section } from "./home/section.tsx";
import { SignInList } from "./home/sign-ins.tsx";

const Person = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  alignItems: "center",
  gap: 16,
  "& > div": { minWidth: 0 },
  "& strong": { display: "block", fontWeight: 600 },
  "& small": { display: "block", fontSize: "0.875rem", color: vars.palette.text.secondary },
}));

/** A visitor reads what this place is for, a signed-in person that they are in. */
export function headingOf({ t, textKey, user }: ScreenContext): Heading {
  const text = user.isAuthenticated ? "panels.home.signedIn" : `${textKey}.text`;
  return { title: t(`${textKey}.title`), text: t(text) };
}

/** Who is signed in, for whom they work, and where they can go; nothing for a visitor, whose way on is to sign in. */
export function Panel() {
  const { t, user, view } = useScreen<"Applications">();
  const { items } = view;
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
            <bdi>{breakable(user.username ?? "")}</bdi>
          </small>
          {user.customer && <small>{t("panels.home.customer", { name: user.customer.name })}</small>}
        </div>
      </Person>
      {items.length > 0 && <ApplicationList items={items} />}
    </>
  );
}

/** When somebody signed in lately; nothing for a visitor, of whom nothing is known. */
export function Below() {
  const { list, user } = useScreen();
  return user.isAuthenticated && list && <SignInList {...(list as unknown as AnswerOf<"SignIns">)} />;
}

function ApplicationList({ items }: AnswerOf<"Applications">) {
  const { t } = useScreen();
  return (
    <Section title={t("panels.home.applications")} id="applications">
      <FramedList>
        {items.map(({ name, startUrl }) => (
          <li key={`${name} ${startUrl}`}>
            <ChoiceLink href={startUrl}>
              <Choice>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
              </Choice>
            </ChoiceLink>
          </li>
        ))}
      </FramedList>
    </Section>
  );
}
