import { styled } from "@mui/material/styles";
import { useLayoutEffect, useRef } from "react";

/** What stands over the page until it is answered: a heading, words, and `Buttons`. */
export const Dialog = styled("dialog")(({ theme: { vars } }) => ({
  width: "min(440px, 100vw - 32px)",
  maxHeight: "calc(100dvh - 32px)",
  padding: "clamp(24px, 6vw, 40px)",
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 24,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.background.paper,
  boxShadow: "0 24px 56px -12px rgb(16 24 40 / 0.35)",
  "&::backdrop": { backgroundColor: "rgb(16 24 40 / 0.55)" },
  "& h2": {
    fontSize: "1.5rem",
    lineHeight: 1.25,
    fontWeight: 700,
    textWrap: "balance",
    overflowWrap: "anywhere",
  },
  "& h2 + p": { marginTop: 8, color: vars.palette.text.secondary, textWrap: "pretty" },
}));

/** Ways to answer, one below the other. */
export const Buttons = styled("div")({ display: "grid", gap: 12 });

/** Opens the dialog over the page, and gives the focus back to where it was when it goes. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
