import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import { Icon } from "../shell/icon.tsx";
import { leftToRight } from "../shell/left-to-right.ts";
import { Notice } from "../shell/notice.tsx";
import { PostForm } from "../shell/post-form.tsx";
import { useScreen } from "../shell/screen-context.ts";
import { Progress } from "./setup/progress.tsx";

const Methods = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 12,
  marginTop: 24,
  "& button": {
    display: "flex",
    alignItems: "center",
    gap: 12,
    minHeight: 72,
    padding: "12px 16px",
    border: `1px solid ${vars.palette.brand.border}`,
    borderRadius: 16,
    font: "inherit",
    textAlign: "start",
    color: vars.palette.text.primary,
    backgroundColor: "transparent",
    cursor: "pointer",
  },
  "& button > span": { flex: 1, minWidth: 0 },
  "& strong": { display: "block", fontWeight: 600 },
  "& small": {
    display: "block",
    fontSize: "0.9375rem",
    color: vars.palette.text.secondary,
    overflowWrap: "anywhere",
  },
  "& svg": { color: vars.palette.text.secondary },
  "[dir=rtl] & svg": { transform: "scaleX(-1)" },
  "& button:hover": { backgroundColor: vars.palette.action.hover },
}));

const Notices = styled("div")({ display: "grid", gap: 12, marginTop: 24, "&:empty": { display: "none" } });

/** The methods to choose from: pressing one chooses it. */
export function Panel() {
  const { t, view } = useScreen();
  const { methods, required, email, replacesCodes } = view as unknown as AnswerOf<"Setup2FAView">;
  const text = (key: string, params?: Record<string, string>) => t(`panels.setup-methods.${key}`, params);
  return (
    <>
      <Progress at="choose" />
      <Notices>
        {required && <Notice kind="info">{text("required")}</Notice>}
        {replacesCodes && <Notice kind="info">{text("replacesCodes")}</Notice>}
      </Notices>
      <PostForm>
        <Methods>
          {methods
            .filter(({ available }) => available)
            .map(({ id, configured }) => (
              <button key={id} type="submit" name="method" value={id}>
                <span>
                  <strong>{text(`${id}.title`)}</strong>
                  <small>{text(`${id}.text`, { email: leftToRight(email ?? "") })}</small>
                  {configured && <small>{text("configured")}</small>}
                </span>
                <Icon name="forward" />
              </button>
            ))}
        </Methods>
      </PostForm>
    </>
  );
}
