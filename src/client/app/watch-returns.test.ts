// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { postedMark } from "../../shared/page-state.ts";
import { createPageStore, firstPage, type PageStore } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { watchReturns } from "./watch-returns.ts";

const follow = vi.fn();
let page: PageStore;
let stop: () => void;

const comeUp = (persisted: boolean) => dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));

beforeEach(() => {
  follow.mockClear();
  const { login } = screens;
  if (login === undefined) throw new Error("there is a sign-in page");
  page = createPageStore(firstPage(samplePageState(), login));
  page.set({ busy: true, travelling: true });
  document.documentElement.dataset[postedMark] = "";
  stop = watchReturns(page, { follow });
});
afterEach(() => {
  stop();
  delete document.documentElement.dataset[postedMark];
});

test("a page that comes up for the first time keeps what is under way, and asks for no offer once more", () => {
  comeUp(false);
  expect(page.get()).toMatchObject({ busy: true, travelling: true });
  expect(document.documentElement.dataset).toHaveProperty(postedMark);
  expect(follow).not.toHaveBeenCalled();
});

test("a page that is brought back as it was has nothing under way, and asks for an offer anew", () => {
  comeUp(true);
  expect(page.get()).toMatchObject({ busy: false, travelling: false });
  expect(document.documentElement.dataset).not.toHaveProperty(postedMark);
  expect(follow).toHaveBeenCalledOnce();
});
