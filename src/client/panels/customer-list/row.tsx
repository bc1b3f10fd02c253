import { styled } from "@mui/material/styles";
import type { Customer } from "../../../generated/calls.ts";
import type { AnswerOf } from "../../../shared/contract.ts";
import { Icon } from "../../shell/icon.tsx";
import { useScreen } from "../../shell/screen-context.ts";

const Row = styled("button")(({ theme: { vars } }) => ({
  display: "flex",
  alignItems: "center",
  gap: 12,
  width: "100%",
  minHeight: 64,
  padding: "10px 16px",
  border: 0,
  font: "inherit",
  textAlign: "start",
  color: vars.palette.text.primary,
  backgroundColor: "transparent",
  cursor: "pointer",
  "& > span": { flex: 1, minWidth: 0 },
  "& strong": { display: "block", fontWeight: 600, overflowWrap: "anywhere" },
  "& small": { fontSize: "0.875rem", color: vars.palette.text.secondary },
  "& svg": { color: vars.palette.text.secondary },
  "[dir=rtl] & svg": { transform: "scaleX(-1)" },
  "&:hover": { backgroundColor: vars.palette.action.hover },
  "&:focus-visible": { outlineOffset: -3 },
}));

/** One customer: pressing it chooses it. */
export function CustomerRow({ customer }: { customer: Customer }) {
  const { t, view, language } = useScreen();
  const { current, requested } = view as unknown as AnswerOf<"SelectCustomerView">;
  const { id, name, number, lastUsedAt } = customer;
  const text = (key: string, params?: Record<string, string>) => t(`panels.customer-list.${key}`, params);
  const details = [
    text("number", { number }),
    ...(current?.id === id ? [text("current")] : []),
    ...(requested?.id === id ? [text("requested")] : []),
    ...(lastUsedAt === null ? [] : [text("lastUsed", { date: dateIn(language, lastUsedAt) })]),
  ];
  return (
    <Row type="submit" name="customerId" value={id}>
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {/* Browser and server may write the same date with another space or comma. */}
        <small suppressHydrationWarning>{details.join(" · ")}</small>
      </span>
      <Icon name="forward" />
    </Row>
  );
}

function dateIn(language: string, time: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(time);
}
