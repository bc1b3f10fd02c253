import styled from "@mui/styled-engine";
import type { ReactNode } from "react";
import type { Tone } from "../../shared/screens.ts";
import { withMixing } from "../look/theme.ts";
import { Icon, type IconName } from "./icon.tsx";

type NoticeKind = Tone | "danger";

const icons: Record<NoticeKind, IconName> = {
  info: "info",
  success: "done",
  warning: "warning",
  danger: "problem",
};

const Box = styled("div", { shouldForwardProp: (name) => name !== "kind" })<{ kind: NoticeKind }>(
  ({ theme, kind }) => ({
    display: "flex",
    gap: 12,
    padding: "14px 16px",
    scrollMarginBlock: 16,
    borderRadius: 12,
    border: `1px solid ${theme.vars.palette[kind].main}`,
    backgroundColor: theme.vars.palette.background.default,
    [withMixing]: {
      borderColor: `color-mix(in srgb, ${theme.vars.palette[kind].main} 40%, transparent)`,
      backgroundColor: `color-mix(in srgb, ${theme.vars.palette[kind].main} 8%, transparent)`,
    },
    "& > svg": { marginTop: 2, color: theme.vars.palette[kind].main },
    "& p + p": { marginTop: 6 },
  }),
);

interface NoticeProps {
  kind: NoticeKind;
  /** It comes to what stands already, on a magnified page perhaps where the window does not reach. */
  isAnswer?: boolean;
  children: ReactNode;
}

/** By its beginning, which `nearest` would not show of what is higher than the room that toasts leave. */
function bringIntoView(element: Element | null): void {
  if (element === null) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView();
}

/** Words that must not be overlooked, inside of the card. Who announces them is the caller's choice. */
export function Notice({ kind, isAnswer = false, children }: NoticeProps) {
  return (
    <Box kind={kind} ref={isAnswer ? bringIntoView : null}>
      <Icon name={icons[kind]} />
      <div>{children}</div>
    </Box>
  );
}
