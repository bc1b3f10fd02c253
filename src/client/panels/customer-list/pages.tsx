import NativeSelect from "@mui/material/NativeSelect";
import { styled } from "@mui/material/styles";
import { customerPageSize } from "../../../shared/constants.ts";
import { Hidden } from "../../shell/hidden.tsx";
import { Icon } from "../../shell/icon.tsx";
import { useScreen } from "../../shell/screen-context.ts";
import { useListAddress } from "./address.ts";
import { listFormId } from "./filter.tsx";

const sizes = [customerPageSize, 10, 25, 50];

const Bar = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "8px 24px",
  color: vars.palette.text.secondary,
  "& nav, & > div": { display: "inline-flex", alignItems: "center", gap: 12, minHeight: 44 },
  "& a": {
    display: "grid",
    placeItems: "center",
    width: 44,
    height: 44,
    borderRadius: 12,
    border: `1px solid ${vars.palette.brand.border}`,
  },
  "& a:hover": { backgroundColor: vars.palette.action.hover },
  "& a[aria-disabled]": { color: vars.palette.text.secondary, opacity: 0.4, pointerEvents: "none" },
  "& a:first-of-type svg": { transform: "scaleX(-1)" },
  "[dir=rtl] & a:first-of-type svg": { transform: "none" },
  "[dir=rtl] & a:last-of-type svg": { transform: "scaleX(-1)" },
}));

/** Pages as plain links, and how many customers stand on one. */
export function CustomerPages({ pages }: { pages: number }) {
  const { t, list, go } = useScreen();
  const address = useListAddress();
  const { page, size } = list as { page: number; size: number };
  const text = (key: string, params?: Record<string, number>) => t(`panels.customer-list.${key}`, params);
  return (
    <Bar>
      <nav aria-label={text("pages")}>
        <PageLink
          href={page > 1 && address({ page: page === 2 ? "" : String(page - 1) })}
          name={text("previous")}
        />
        <span role="status">{text("pageOf", { page, pages })}</span>
        <PageLink href={page < pages && address({ page: String(page + 1) })} name={text("next")} />
      </nav>
      <div>
        <label htmlFor="customer-page-size">{text("size")}</label>
        <NativeSelect
          variant="standard"
          inputProps={{ id: "customer-page-size", name: "size", form: listFormId }}
          value={size}
          onChange={(event) => go(address({ size: event.target.value, page: "" }))}
        >
          {[...new Set([...sizes, size])].map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </NativeSelect>
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
