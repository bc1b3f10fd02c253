// @vitest-environment jsdom

import { afterEach, expect, it } from "vitest";
import { query as contract } from "../../../schemas/calls/Customers.json" with { type: "json" };
import { screens } from "../../../screens.config.json" with { type: "json" };
import { clearPage, input } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import type { ScreenConfig } from "../../generated/config.ts";

afterEach(clearPage);

it("lets nobody type a longer search than the list takes", async () => {
  const view = { required: false, total: 0, current: null, requested: null, recent: [] };
  const list = { items: [], page: 1, size: 5, total: 0, totalIsExact: true, filter: "" };
  await showScreen({ screen: screens.select as unknown as ScreenConfig, state: { view, list } });
  expect(input("filter").maxLength).toBe(contract.filter.maxLength);
});
