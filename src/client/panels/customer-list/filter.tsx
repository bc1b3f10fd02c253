import styled from "@mui/styled-engine";
import { useEffect, useRef } from "react";
import { query as contract } from "../../../../schemas/calls/Customers.json" with { type: "json" };
import { inputDebounce } from "../../../shared/constants.ts";
import { useScreen } from "../../page/screen-context.ts";
import { Button } from "../../parts/button.tsx";
import { HiddenInputs } from "../../parts/hidden-inputs.tsx";
import { Icon } from "../../parts/icon.tsx";
import { InputBox } from "../../parts/input-box.tsx";
import { PlainOnly } from "../../parts/plain-only.tsx";
import { useListAddress } from "./address.ts";

/** Id of the form that filter and page size belong to. */
export const listFormId = "customer-list";

/** Id of the input that is searched by. */
export const filterId = "customer-filter";

const Form = styled("form")(({ theme }) => ({
  display: "grid",
  gap: 8,
  "& label": { fontWeight: 600 },
  "& svg": { marginInlineStart: 13, color: theme.vars.palette.text.secondary },
  "& div > input": { paddingInlineStart: 10 },
  "& input::-webkit-search-decoration": { appearance: "none" },
}));

/** Search by name or number: as one types, or by a plain form without script. */
export function CustomerFilter() {
  const { t, query, returnUrl, postAddress } = useScreen();
  const { input, typed, apply } = useTypedFilter();
  const path = postAddress.split("?", 1)[0];
  const hidden = { ...(query.cid && { cid: query.cid }), ...(returnUrl !== "/" && { returnUrl }) };
  return (
    <Form
      id={listFormId}
      role="search"
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <HiddenInputs fields={hidden} />
      <label htmlFor={filterId}>{t("panels.customer-list.filter")}</label>
      <InputBox>
        <Icon name="search" />
        <input
          id={filterId}
          name="filter"
          type="search"
          autoComplete="off"
          maxLength={contract.filter.maxLength}
          defaultValue={query.filter ?? ""}
          ref={input}
          onInput={typed}
        />
      </InputBox>
      <PlainOnly>
        <Button type="submit" quiet>
          {t("panels.customer-list.filterApply")}
        </Button>
      </PlainOnly>
    </Form>
  );
}

/**
 * Brings the typed filter into the address after a pause. The input is the browser's own, so neither a slow answer
 * nor the arrival of the script takes a letter away.
 */
function useTypedFilter() {
  const { query, list, problems, isBusy, go } = useScreen();
  const address = useListAddress();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = query.filter ?? "";
  const asked = useRef<string | undefined>(current);

  const apply = () => {
    clearTimeout(timer.current);
    const filter = input.current?.value.trim() ?? "";
    // A customer that was pressed counts more than the rest of what was typed: going on would give the choice up.
    if (isBusy() || filter === asked.current) return;
    asked.current = filter;
    // Each letter replaces the address, so that the back button leaves the list and not a letter.
    go(address({ filter, page: "" }), { replace: true });
  };
  const typed = () => {
    clearTimeout(timer.current);
    const { pathname } = location;
    timer.current = setTimeout(() => {
      // Whoever has gone on meanwhile is not led back.
      if (location.pathname === pathname) latest.current();
    }, inputDebounce);
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => {
    // The address changed by itself, as by the back button: the input follows.
    if (current !== asked.current && input.current !== null) input.current.value = current;
  }, [current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of the list may have come in place of what was searched for
  useEffect(() => {
    asked.current = current;
  }, [current, list]);
  useEffect(() => {
    // Typed before the script was there.
    latest.current();
    return () => clearTimeout(timer.current);
  }, []);
  useEffect(() => {
    // What got no answer can be asked for again, at the next press or letter.
    if (Object.keys(problems).length > 0) asked.current = undefined;
  }, [problems]);
  return { input, typed, apply };
}
