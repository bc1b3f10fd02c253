import styled from "@mui/styled-engine";
import type { KeyboardEvent } from "react";
import type { Customer } from "../../generated/calls.ts";
import type { AnswerOf } from "../../shared/contract.ts";
import type { Translate } from "../../shared/translate.ts";
import { usePanelTexts, useScreen } from "../page/screen-context.ts";
import { FramedList } from "../parts/framed-list.ts";
import { PostForm } from "../parts/post-form.tsx";
import { useListAddress } from "./customer-list/address.ts";
import { CustomerFilter, filterId } from "./customer-list/filter.tsx";
import { CustomerPages } from "./customer-list/pages.tsx";
import { CustomerRow } from "./customer-list/row.tsx";

const Stack = styled("div")({ display: "grid", gap: 20 });

const Count = styled("p")(({ theme }) => ({
  fontSize: "0.9375rem",
  color: theme.vars.palette.text.secondary,
}));

const Way = styled("a")({ display: "inline-flex", alignItems: "center", minHeight: 44 });

const Group = styled("section")(({ theme }) => ({
  "& h2": {
    marginBottom: 8,
    fontSize: "1rem",
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
  },
  "& + &": { marginTop: 20 },
}));

/**
 * The customers that a person may work for: asked for and chosen lately first, then page by page. Filter and pages
 * stand in the address, so back and reload work; without script the same address is reached by plain forms and links.
 */
export function Panel() {
  const { view, list, query } = useScreen<"SelectCustomerView">();
  const address = useListAddress();
  const { total: all, requested, recent } = view;
  const { items, total, totalIsExact, page, size } = list as unknown as AnswerOf<"Customers">;
  const first = requested === null ? recent : [requested, ...recent.filter(({ id }) => id !== requested.id)];
  const isStart = page === 1 && !query.filter;
  const text = usePanelTexts("customer-list");
  const counted = text(totalIsExact ? "total" : "totalMore", { count: total });
  const isBeyond = total > 0 && items.length === 0;
  // The link goes with what it has done; who pressed it goes on searching.
  const search = () => document.getElementById(filterId)?.focus();
  return (
    <Stack onKeyDown={moveByArrows}>
      {all > 0 && <CustomerFilter />}
      <div>
        <Count role="status">{total > 0 ? counted : noneText(text, query.filter)}</Count>
        {total === 0 && query.filter && (
          <Way href={address({ filter: "", page: "" })} onClick={search}>
            {text("filterClear")}
          </Way>
        )}
        {isBeyond && (
          <>
            <Count as="span">{text("beyond")}</Count> <Way href={address({ page: "" })}>{text("first")}</Way>
          </>
        )}
      </div>
      <PostForm>
        {isStart && first.length > 0 && (
          <Rows title={text(requested === null ? "recent" : "suggested")} customers={first} />
        )}
        {items.length > 0 && <Rows title={query.filter ? undefined : text("all")} customers={items} />}
      </PostForm>
      {items.length > 0 && <CustomerPages pages={Math.ceil(total / size)} />}
    </Stack>
  );
}

function Rows({ title, customers }: { title: string | undefined; customers: readonly Customer[] }) {
  return (
    <Group aria-label={title}>
      {title && <h2>{title}</h2>}
      <FramedList>
        {customers.map((customer) => (
          <li key={customer.id}>
            <CustomerRow customer={customer} />
          </li>
        ))}
      </FramedList>
    </Group>
  );
}

function noneText(text: Translate, filter = ""): string {
  return filter === "" ? text("noneAtAll") : text("none", { filter });
}

const modifiers = ["Shift", "Control", "Alt", "Meta"] as const;

/**
 * The arrow keys lead from the filter into the list, through it and back; Tab still visits everything. With another key they
 * are the browser's, and while an input method offers words, its own.
 */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const isOthers = event.nativeEvent.isComposing || modifiers.some((key) => event.getModifierState(key));
  if (step === undefined || isOthers) return;
  const stops: unknown[] = [...event.currentTarget.querySelectorAll(`#${filterId}, li button`)];
  const at = stops.indexOf(event.target);
  const next = at < 0 ? undefined : stops[at + step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
