import styled from "@mui/styled-engine";
import { useState } from "react";
import { customerPageSize } from "../../../shared/constants.ts";
import { onPhones, withPointer } from "../../look/theme.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { softBorder } from "../../parts/button.tsx";
import { Hidden, onlyRead } from "../../parts/hidden.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useListAddress } from "./address.ts";
import { listFormId } from "./filter.tsx";

const sizes = [customerPageSize, 10, 25, 50];

const Bar = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "8px 16px",
  fontSize: "0.9375rem",
  color: vars.palette.text.secondary,
  "& nav, & > div": { display: "inline-flex", alignItems: "center", gap: 10, minHeight: 44 },
  "& select": {
    // Below it iPhones zoom into what is touched, and stay there.
    fontSize: "1rem",
    minHeight: 44,
    padding: "0 10px",
    color: vars.palette.text.primary,
    backgroundColor: "transparent",
    ...softBorder(vars.palette),
    borderRadius: 12,
    cursor: "pointer",
  },
  "& option": { backgroundColor: vars.palette.background.paper },
  "& a": {
    display: "grid",
    placeItems: "center",
    width: 44,
    height: 44,
    borderRadius: 12,
    ...softBorder(vars.palette),
    color: vars.palette.text.primary,
  },
  [withPointer]: { "& a:hover": { backgroundColor: vars.palette.action.hover } },
  "& a[aria-disabled]": { color: vars.palette.text.secondary, opacity: 0.4, pointerEvents: "none" },
  // The way back is the way on, mirrored once more.
  "& a:first-of-type svg": { rotate: "180deg" },
  // One line, also of long words: the numbers alone are seen, and all of it is read aloud.
  "& nav > [aria-hidden]": { display: "none" },
  [onPhones]: {
    columnGap: 8,
    "& nav, & > div": { gap: 6 },
    "& select": { paddingInline: 4 },
    "& nav > [role=status]": onlyRead,
    "& nav > [aria-hidden]": { display: "inline" },
  },
}));

/** Pages as plain links, and how many customers stand on one. */
export function CustomerPages({ pages }: { pages: number }) {
  const { list, problems, go } = useScreen();
  const address = useListAddress();
  const { page, size } = list as { page: number; size: number };
  // Until the answer, a new object of problems; else the menu would go back to what stands.
  const [chosen, setChosen] = useState({ problems, size });
  const text = usePanelTexts("customer-list");
  return (
    <Bar>
      {pages > 1 && (
        <nav aria-label={text("pages")}>
          <PageLink
            href={page > 1 && address({ page: page === 2 ? "" : String(page - 1) })}
            name={text("previous")}
          />
          <span role="status">{text("pageOf", { page, pages })}</span>
          <span aria-hidden>{`${page} / ${pages}`}</span>
          <PageLink href={page < pages && address({ page: String(page + 1) })} name={text("next")} />
        </nav>
      )}
      <div>
        <label htmlFor="customer-page-size">{text("size")}</label>
        <select
          id="customer-page-size"
          name="size"
          form={listFormId}
          value={chosen.problems === problems ? chosen.size : size}
          onChange={({ target: { value } }) => {
            setChosen({ problems, size: Number(value) });
            go(address({ size: value, page: "" }));
          }}
        >
          {[...new Set([...sizes, size])].map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </div>
    </Bar>
  );
}

/** Keeps its place, and the focus, on the page where it leads nowhere. */
function PageLink({ href, name }: { href: string | false; name: string }) {
  const leads = href === false ? { role: "link", "aria-disabled": true, tabIndex: -1 } : { href };
  return (
    <a {...leads} title={name}>
      <Icon name="forward" />
      <Hidden>{name}</Hidden>
    </a>
  );
}
