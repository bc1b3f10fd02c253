import styled from "@mui/styled-engine";
import { headingOf as ownHeadingOf } from "../../shared/screen-title.ts";
import { leftToRight } from "../look/text-marks.ts";
import { type ScreenContext, usePanelTexts, useScreen } from "../page/screen-context.ts";
import { Choice, ChoiceButton } from "../parts/choices.tsx";
import { FramedList } from "../parts/framed-list.ts";
import { methodIcons } from "../parts/icon.tsx";
import { Notice } from "../parts/notice.tsx";
import type { Heading } from "../parts/panel.ts";
import { PostForm } from "../parts/post-form.tsx";
import { ActiveFactors } from "./setup/active-factors.tsx";
import { Progress } from "./setup/progress.tsx";

const Methods = styled(FramedList)({ marginTop: 24 });

const Notices = styled("div")({ display: "grid", gap: 12, marginTop: 24, "&:empty": { display: "none" } });

const Hint = styled("p")(({ theme: { vars } }) => ({ marginTop: 12, color: vars.palette.text.secondary }));

const Subheading = styled("h2")({
  marginTop: 36,
  fontSize: "1.25rem",
  lineHeight: 1.3,
  fontWeight: 600,
  textWrap: "balance",
});

/** Who has active factors reads that first; everybody else is asked to choose one. */
export function headingOf({ t, screen, part, textKey, view }: ScreenContext<"Setup2FAView">): Heading {
  if (view.factors.length === 0) return { title: ownHeadingOf(t, screen, part), text: t(`${textKey}.text`) };
  return { title: t("panels.setup-methods.active.title"), text: t("panels.setup-methods.active.text") };
}

/** What is active, and the methods to choose from: pressing one chooses it. */
export function Panel() {
  const { t, view } = useScreen<"Setup2FAView">();
  const { methods, required, email, replacesCodes, factors, removal } = view;
  const text = usePanelTexts("setup-methods");
  const hasFactors = factors.length > 0;
  return (
    <>
      <ActiveFactors />
      {removal === "signInAgain" && <Hint>{t("problems.signInAgain")}</Hint>}
      {hasFactors ? <Subheading>{text("active.more")}</Subheading> : <Progress at="choose" />}
      <Notices>
        {required && !hasFactors && <Notice kind="info">{text("required")}</Notice>}
        {replacesCodes && <Notice kind="info">{text("replacesCodes")}</Notice>}
      </Notices>
      <PostForm>
        <Methods>
          {methods
            .filter(({ available }) => available)
            .map(({ id, configured }) => (
              <li key={id}>
                <ChoiceButton type="submit" name="method" value={id}>
                  <Choice icon={methodIcons[id]}>
                    <strong>{text(`${id}.title`)}</strong>
                    <small>{text(`${id}.text`, { email: leftToRight(email ?? "") })}</small>
                    {configured && <small>{text("configured")}</small>}
                  </Choice>
                </ChoiceButton>
              </li>
            ))}
        </Methods>
      </PostForm>
    </>
  );
}
