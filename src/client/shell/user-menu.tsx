import styled from "@mui/styled-engine";
import { useEffect, useRef } from "react";
import { useScreen } from "../page/screen-context.ts";
import { Avatar, nameOf } from "../parts/avatar.tsx";
import { Hidden } from "../parts/hidden.tsx";
import { Icon } from "../parts/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";

const Menu = styled("details")(({ theme: { vars } }) => ({
  position: "relative",
  "& summary": {
    // A target of 44 px around the picture.
    padding: 2,
    borderRadius: "50%",
    cursor: "pointer",
    listStyle: "none",
  },
  "& summary::-webkit-details-marker": { display: "none" },
  "& > div": {
    position: "absolute",
    insetInlineEnd: 0,
    insetBlockStart: "calc(2.5rem + 12px)",
    zIndex: 2,
    width: "max-content",
    minWidth: 260,
    maxWidth: "min(320px, 100vw - 32px)",
    padding: 8,
    border: `1px solid ${vars.palette.divider}`,
    borderRadius: 16,
    backgroundColor: vars.palette.background.paper,
    boxShadow: "0 12px 40px rgb(0 0 0 / 0.16)",
  },
  "& p": { padding: "8px 12px 12px", color: vars.palette.text.secondary },
  "& a": {
    display: "flex",
    alignItems: "center",
    gap: 12,
    minHeight: 44,
    padding: "8px 12px",
    borderRadius: 10,
    color: vars.palette.text.primary,
    textDecoration: "none",
  },
  "& a svg": { color: vars.palette.text.secondary },
  "& a:hover": { backgroundColor: vars.palette.action.hover },
  "& a[aria-current]": { fontWeight: 600 },
}));

/** The signed-in person: who it is, where to go, how to leave. Opens without script too. */
export function UserMenu() {
  const { t, user, hrefOf } = useScreen();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeOnLeave(menu.current), []);
  // A person may open the menu before the script is there.
  return (
    <Menu ref={menu} suppressHydrationWarning>
      <summary title={t("shell.userMenu")}>
        <Avatar />
        <Hidden>{t("shell.userMenu")}</Hidden>
      </summary>
      <div>
        <p>{t("shell.signedInAs", { name: nameOf(user) })}</p>
        <AccountMenu />
        <a href={hrefOf("logout")}>
          <Icon name="leave" />
          <span>{t("shell.signOut")}</span>
        </a>
      </div>
    </Menu>
  );
}

/** Closes an open menu by Escape, by a press elsewhere, when the focus leaves it and by following one of its links. */
function closeOnLeave(menu: HTMLDetailsElement | null): () => void {
  const leave = ({ target }: Event) => {
    const inside = target instanceof Node && menu?.contains(target);
    const followed = target instanceof Element ? target.closest("a") : null;
    if (inside && followed === null) return;
    menu?.removeAttribute("open");
    // Another screen takes the focus itself; the one that stands does not.
    if (inside && followed?.hasAttribute("aria-current")) menu?.querySelector("summary")?.focus();
  };
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !menu?.open) return;
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  };
  // It would lie over what has the focus then.
  const closeWithoutFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !menu?.contains(relatedTarget)) menu?.removeAttribute("open");
  };
  menu?.addEventListener("focusout", closeWithoutFocus);
  document.addEventListener("click", leave);
  document.addEventListener("keydown", closeByKey);
  return () => {
    menu?.removeEventListener("focusout", closeWithoutFocus);
    document.removeEventListener("click", leave);
    document.removeEventListener("keydown", closeByKey);
  };
}
