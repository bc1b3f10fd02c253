import NativeSelect from "@mui/material/NativeSelect";
import { styled } from "@mui/material/styles";
import { customerPageSize } from "../../../shared/constants.ts";
import { useScreen } from "../../shell/screen-context.ts";
import { useListAddress } from "./address.ts";
import { listFormId } from "./filter.tsx";

const sizes = [customerPageSize, 10, 25, 50];

const Bar = styled("div")(({ theme }) => ({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "8px 24px",
  color: theme.vars.palette.text.secondary,
  "& nav": { display: "flex", alignItems: "center", gap: 16 },
  "& a, & div": { display: "inline-flex", alignItems: "center", gap: 10, minHeight: 44 },
  "& a": { fontWeight: 600 },
}));

/** Pages as plain links, and how many customers stand on one. */
export function CustomerPages({ pages }: { pages: number }) {
  const { t, list, go } = useScreen();
  const address = useListAddress();
  const { page, size } = list as { page: number; size: number };
  const text = (key: string, params?: Record<string, number>) => t(`panels.customer-list.${key}`, params);
  return (
    <Bar>
      <nav aria-label={text("pageOf", { page, pages })}>
        {page > 1 && <a href={address({ page: page === 2 ? "" : String(page - 1) })}>{text("previous")}</a>}
        <span>{text("pageOf", { page, pages })}</span>
        {page < pages && <a href={address({ page: String(page + 1) })}>{text("next")}</a>}
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
