// @vitest-environment jsdom

import { screensConfig } from "virtual:screens";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { resolveScreens } from "../../shared/screens.ts";
import { waitingControls } from "./controls.ts";
import { noControls } from "./no-controls.ts";
import { createPageStore, firstPage, type PageStore } from "./page.ts";

const values = { username: "anna", password: "secret" };
let page: PageStore;
let posted: Record<string, unknown>[];

beforeEach(() => {
  posted = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    posted.push(Object.fromEntries(new FormData(this)));
  });
  const { login } = resolveScreens(screensConfig);
  if (login === undefined) throw new Error("screens.config.json has no screen login");
  page = createPageStore(firstPage(samplePageState(), login));
});
afterEach(() => vi.restoreAllMocks());

const cannotBeHad = () => Promise.reject(new Error("the line is down"));

it("has the browser send where the app cannot be had, and can be pressed again when the page is brought back", async () => {
  const controls = waitingControls(page, cannotBeHad);
  controls.submit(values);
  await eventually(() => expect(posted).toMatchObject([values]));
  dispatchEvent(new PageTransitionEvent("pageshow"));
  expect(page.get().busy).toBe(true);
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(page.get().busy).toBe(false);
  expect(document.forms).toHaveLength(0);
  controls.setLanguage("de");
  await eventually(() => expect(posted).toHaveLength(2));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(page.get().nextLanguage).toBeNull();
});

it("has the browser send a button as one that asks no more: whoever runs it has been asked already", async () => {
  const button = { call: "RemoveCredential", label: "remove", next: [], item: { id: "AQ" }, index: 2 };
  waitingControls(page, cannotBeHad).act(button, values);
  const sent = { ...values, __action: "remove~AQ", __confirmed: "yes" };
  await eventually(() => expect(posted).toMatchObject([sent]));
});

it("says without a connection that there is none, where the browser would leave the page with all that is typed", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const controls = waitingControls(page, cannotBeHad);
  const offline = { "": [{ code: "problems.offline" }] };
  controls.submit(values);
  await eventually(() => expect(page.get()).toMatchObject({ busy: false, problems: offline }));
  page.set({ problems: {} });
  controls.setLanguage("de");
  await eventually(() => expect(page.get()).toMatchObject({ nextLanguage: null, problems: offline }));
  expect(posted).toEqual([]);
});

it("shows at once what was chosen before the app is there, and has the app do it then", async () => {
  const app = Promise.withResolvers<typeof noControls>();
  const controls = waitingControls(page, () => app.promise);
  controls.setLanguage("de");
  controls.setScheme("dark");
  expect(page.get()).toMatchObject({ nextLanguage: "de", scheme: "dark" });
  const [setLanguage, setScheme] = [vi.fn(), vi.fn()];
  app.resolve({ ...noControls, setLanguage, setScheme });
  await app.promise;
  expect(setLanguage).toHaveBeenCalledExactlyOnceWith("de");
  expect(setScheme).toHaveBeenCalledExactlyOnceWith("dark");
});

it("sends once what is pressed twice before the app is there", async () => {
  const app = Promise.withResolvers<typeof noControls>();
  const controls = waitingControls(page, () => app.promise);
  const submit = vi.fn();
  controls.submit(values);
  controls.submit(values);
  app.resolve({ ...noControls, submit });
  await app.promise;
  expect(submit).toHaveBeenCalledExactlyOnceWith(values);
});
