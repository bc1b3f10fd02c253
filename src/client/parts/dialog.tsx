import styled from "@mui/styled-engine";
import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from "react";
import { backdrop } from "../look/theme.ts";

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
  "&::backdrop": { backgroundColor: backdrop },
  "&:focus": { outline: "none" },
  "& h2": {
    fontSize: "1.5rem",
    lineHeight: 1.25,
    fontWeight: 600,
    textWrap: "balance",
  },
  "& h2 + p": { marginTop: 8, color: vars.palette.text.secondary, textWrap: "pretty" },
}));

/** What Escape does, in place of what the browser would: a dialog goes when the page has heard the answer. */
export function onEscape(answer: () => void) {
  return (event: SyntheticEvent) => {
    event.preventDefault();
    answer();
  };
}

/** Ways to answer, one below the other. */
export const Buttons = styled("div")({ display: "grid", gap: 12 });

/** What goes on. Its room is there before the words are, so the buttons do not move under the finger. */
export const Status = styled("p")(({ theme: { vars } }) => ({
  minHeight: "1.5em",
  marginTop: 12,
  color: vars.palette.text.secondary,
}));

/**
 * Opens the dialog over the page as long as it is drawn, and gives the focus back to where it was when it goes. The focus
 * begins at `first`, else at the first button.
 */
export function useModal(first?: RefObject<HTMLElement | null>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const open = () => {
      element?.showModal();
      first?.current?.focus();
      if (!element?.scrollTop) return;
      // Of a magnified page a button would show, and not what it answers: there one begins at the top, and scrolls.
      element.tabIndex = -1;
      element.focus();
      element.scrollTop = 0;
    };
    open();
    // Browsers let the second Escape in a row close a dialog, whatever the page says.
    element?.addEventListener("close", open);
    return () => {
      element?.removeEventListener("close", open);
      element?.close();
    };
  }, [first]);
  return dialog;
}

/** Stands over the page, below what others show over it; for a dialog of `useOverPage`. */
export const Cover = styled("div")({
  position: "fixed",
  inset: 0,
  zIndex: 5,
  display: "grid",
  placeItems: "center",
  overflow: "auto",
  backgroundColor: backdrop,
  // It scrolls itself, so the dialog is as high as what it says.
  "& > dialog": { position: "static", margin: "auto", maxHeight: "none" },
});

/**
 * Like `useModal`, for what a script of others shows more of beside the dialog: over a modal one nothing else can be seen
 * or reached. So the page itself is made inert instead; the dialog must stand outside of it.
 */
export function useOverPage() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const page = document.getElementById("root");
    element?.show();
    element?.focus();
    // Of a magnified page a button would show, and not what it answers.
    element?.scrollIntoView();
    page?.toggleAttribute("inert", true);
    const cancel = ({ key }: KeyboardEvent) => {
      if (key === "Escape") element?.dispatchEvent(new Event("cancel", { cancelable: true }));
    };
    document.addEventListener("keydown", cancel);
    return () => {
      document.removeEventListener("keydown", cancel);
      page?.toggleAttribute("inert", false);
      element?.close();
    };
  }, []);
  return dialog;
}
