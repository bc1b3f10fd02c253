// @vitest-environment jsdom

import { act } from "react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { query as contract } from "../../../schemas/calls/Customers.json" with { type: "json" };
import { screens } from "../../../screens.config.json" with { type: "json" };
import { clearPage, input, write } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import type { ScreenConfig } from "../../generated/config.ts";
import { inputDebounce } from "../../shared/constants.ts";

afterEach(clearPage);

const select = screens.select as unknown as ScreenConfig;
const view = { required: false, total: 6, current: null, requested: null, recent: [] };
const customer = { id: "7", name: "Abbott", number: "007", lastUsedAt: null };

it("lets nobody type a longer search than the list takes", async () => {
  const list = { items: [], page: 1, size: 5, total: 0, totalIsExact: true, filter: "" };
  await showScreen({ screen: select, state: { view, list } });
  expect(input("filter").maxLength).toBe(contract.filter.maxLength);
});

it("shows the page size that stands where another one could not be had", async () => {
  const list = { items: [], page: 1, size: 5, total: 0, totalIsExact: true, filter: "" };
  const { page, set } = await showScreen({ screen: select, state: { view, list } });
  // Links to pages are those of the real screen.
  const one = { ...list, items: [customer], total: 1 };
  await set({ screen: { ...page.get().screen, id: "select" }, list: one });
  const size = document.querySelector<HTMLSelectElement>("#customer-page-size");
  await act(async () => size && write(size, "25"));
  expect(size?.value).toBe("25");
  await set({ problems: { "": [{ code: "problems.offline" }] } });
  expect(size?.value).toBe("5");
});

it("keeps what a customer was refused for, and the page of the list, when the script arrives", async () => {
  const list = { items: [], page: 3, size: 5, total: 0, totalIsExact: true, filter: "abb" };
  const gone: string[] = [];
  const controls = () => ({ go: (href: string) => gone.push(href) });
  const { page, set } = await showScreen({ screen: select, state: { view, list }, controls });
  const refused = { query: { filter: "abb", page: "3" }, problems: { "": [{ code: "problems.offline" }] } };
  // Links to pages are those of the real screen.
  await set({ ...refused, screen: { ...page.get().screen, id: "select" }, visit: 1 });
  expect(input("filter").value).toBe("abb");
  expect(gone).toEqual([]);
});

it("asks again for a search that another page of the list has taken the place of", async () => {
  const list = { items: [], page: 1, size: 5, total: 0, totalIsExact: true, filter: "" };
  const gone: string[] = [];
  const controls = () => ({ go: (href: string) => gone.push(href) });
  const { page, set } = await showScreen({ screen: select, state: { view, list }, controls });
  // Links to pages are those of the real screen.
  await set({ screen: { ...page.get().screen, id: "select" } });
  const search = async () => {
    await act(async () => write(input("filter"), "peña"));
    await act(async () => input("filter").form?.requestSubmit());
  };
  await search();
  await set({ query: { page: "2" }, list: { ...list, items: [customer], page: 2, total: 6 } });
  await search();
  expect(gone).toHaveLength(2);
});

it("leads nobody back who has followed a link right after the last letter", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { href } = location;
  onTestFinished(() => {
    vi.useRealTimers();
    history.replaceState(null, "", href);
  });
  const list = { items: [], page: 1, size: 5, total: 0, totalIsExact: true, filter: "" };
  const gone: string[] = [];
  const controls = () => ({ go: (href: string) => gone.push(href) });
  const { page, set } = await showScreen({ screen: select, state: { view, list }, controls });
  // Addresses of the list are those of the real screen.
  await set({ screen: { ...page.get().screen, id: "select" } });
  const pause = () => act(() => vi.advanceTimersByTimeAsync(inputDebounce));
  await act(async () => write(input("filter"), "abb"));
  await pause();
  expect(gone).toHaveLength(1);
  await act(async () => write(input("filter"), "abbott"));
  history.replaceState(null, "", "/account/registerdevice");
  await pause();
  expect(gone).toHaveLength(1);
});
