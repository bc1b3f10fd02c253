// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { resolveScreens } from "../../shared/screens.ts";
import { left } from "../api/call-failure.ts";
import { createPageStore, firstPage, type PageStore } from "../page/page.ts";
import { type Autofill, createAutofill } from "./autofill.ts";
import type { CeremonyEnd, CeremonyNeeds } from "./ceremony.ts";

/** Offers that were made, each with what ends it. */
const offers = vi.hoisted(() => [] as Offer[]);
interface Offer {
  needs: CeremonyNeeds;
  began: (timeout: number | undefined) => void;
  end(end: CeremonyEnd): void;
}
vi.mock("./ceremony.ts", () => ({
  holdAutofill: (needs: CeremonyNeeds, began: Offer["began"]) => {
    const { promise, resolve } = Promise.withResolvers<CeremonyEnd>();
    needs.signal.addEventListener("abort", () => resolve({ kind: "cancelled" }));
    offers.push({ needs, began, end: resolve });
    return promise;
  },
}));

const screens = resolveScreens({
  journey: {},
  screens: {
    offering: {
      path: "/a",
      form: "login",
      autofill: { call: "SecureLogin", ceremony: "assertion", when: { "view.secure": true } },
      next: [{ when: { outcome: "customerChoiceRequired" }, go: "plain" }],
    },
    plain: { path: "/b", form: "login" },
  },
});
const { offering, plain } = screens;
if (offering === undefined || plain === undefined) throw new Error("the screens were not written out");

let page: PageStore;
let possible: PromiseWithResolvers<boolean>;
let autofill: Autofill;
const send = vi.fn(async () => undefined);
const run = vi.fn();
const isAvailable = vi.fn(async () => true);
const body = { id: "AQ" };

beforeEach(() => {
  offers.length = 0;
  possible = Promise.withResolvers();
  send.mockClear();
  run.mockReset().mockResolvedValue({ failure: left });
  isAvailable.mockReset().mockResolvedValue(true);
  vi.stubGlobal("PublicKeyCredential", { isConditionalMediationAvailable: isAvailable });
  document.body.innerHTML = '<input autocomplete="username webauthn">';
  page = createPageStore(firstPage(samplePageState({ view: { secure: true } }), offering));
  autofill = createAutofill({ page, run, send });
  page.subscribe(autofill.follow);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute("data-posted");
});

const made = (count: number) => expect.poll(() => offers.length).toBe(count);
/** Gives everything that is under way the time to go on. */
const settle = () => vi.dynamicImportSettled();
const arrive = (screen: typeof offering) =>
  page.set({ screen, part: screen, visit: page.get().visit + 1, busy: false });

describe("autofill", () => {
  it("is offered where the screen wants it, and what is chosen is sent by the screen's own rows", async () => {
    autofill.follow();
    await made(1);
    offers[0]?.end({ kind: "done", body });
    await expect.poll(() => send.mock.calls).toEqual([[{ call: "SecureLogin" }, offering.next, body]]);
  });

  it.each([
    ["the browser cannot", () => isAvailable.mockResolvedValue(false)],
    ["the browser does not know of it", () => vi.stubGlobal("PublicKeyCredential", undefined)],
    ["no input is for it", () => document.body.replaceChildren()],
    [
      "the browser is sending the form itself",
      () => document.documentElement.setAttribute("data-posted", ""),
    ],
    ["the screen does not want it", () => arrive(plain)],
    ["its condition does not hold", () => page.set({ view: { secure: false } })],
    ["the screen could not be loaded", () => page.set({ failed: true })],
  ])("is not offered where %s", async (_case, change) => {
    change();
    autofill.follow();
    await settle();
    expect(offers).toHaveLength(0);
  });

  it("is offered where the browser's own sending came to nothing and the page is back", async () => {
    document.documentElement.setAttribute("data-posted", "");
    autofill.follow();
    await settle();
    document.documentElement.removeAttribute("data-posted");
    autofill.follow();
    await made(1);
  });

  it("ends with the screen and begins again with the next one that wants it", async () => {
    autofill.follow();
    await made(1);
    arrive(plain);
    expect(offers[0]?.needs.signal.aborted).toBe(true);
    arrive(offering);
    await made(2);
  });

  it("is one at a time, whatever else changes on the page", async () => {
    autofill.follow();
    await made(1);
    offers[0]?.began(undefined);
    page.set({ values: {} });
    page.set({ busy: true });
    page.set({ busy: false });
    await settle();
    expect(offers).toHaveLength(1);
  });

  it("stands back while another ceremony runs, and is made anew after it", async () => {
    autofill.follow();
    await made(1);
    page.set({ busy: true });
    offers[0]?.end({ kind: "cancelled" });
    await settle();
    expect(offers).toHaveLength(1);
    page.set({ busy: false });
    await made(2);
  });

  it.each([
    ["is found possible", () => isAvailable.mockImplementationOnce(() => possible.promise)],
    ["has its challenge", () => undefined],
  ])("gives way to a press that comes before it %s, and is made after it", async (_case, hold) => {
    hold();
    autofill.follow();
    await settle();
    page.set({ busy: true });
    possible.resolve(true);
    await settle();
    expect(offers.filter(({ needs }) => !needs.signal.aborted)).toEqual([]);
    page.set({ busy: false });
    await expect.poll(() => offers.at(-1)?.needs.signal.aborted).toBe(false);
  });

  it("that fails is silent and not tried again on this screen", async () => {
    autofill.follow();
    await made(1);
    const before = page.get();
    offers[0]?.end({ kind: "failed", failure: left });
    await settle();
    page.set({ busy: false });
    await settle();
    expect(offers).toHaveLength(1);
    expect(page.get().problems).toBe(before.problems);
    expect(send).not.toHaveBeenCalled();
    arrive(offering);
    await made(2);
  });

  it("asks the server without following where a refusal would lead", async () => {
    autofill.follow();
    await made(1);
    await offers[0]?.needs.run({ call: "AssertionOptions" }, {}, { form: { autofill: true } });
    expect(run).toHaveBeenCalledExactlyOnceWith(
      { call: "AssertionOptions" },
      {},
      { form: { autofill: true }, quiet: true },
    );
  });

  it("is not tried for ever by a browser that refuses each time", async () => {
    autofill.follow();
    for (const count of [1, 2, 3]) {
      await made(count);
      offers.at(-1)?.end({ kind: "cancelled" });
    }
    await settle();
    expect(offers).toHaveLength(3);
  });

  it("comes back after any number of other ceremonies", async () => {
    autofill.follow();
    for (const count of [1, 2, 3, 4, 5]) {
      await made(count);
      page.set({ busy: true });
      offers.at(-1)?.end({ kind: "cancelled" });
      await settle();
      page.set({ busy: false });
    }
    await made(6);
  });

  it("sends nothing beside what was pressed while the browser asked", async () => {
    autofill.follow();
    await made(1);
    offers[0]?.began(undefined);
    page.set({ busy: true });
    offers[0]?.end({ kind: "done", body });
    await settle();
    page.set({ busy: false });
    await made(2);
    expect(send).not.toHaveBeenCalled();
  });

  it("gets a new challenge before the old one dies", async () => {
    autofill.follow();
    await made(1);
    vi.useFakeTimers();
    offers[0]?.began(100_000);
    await vi.advanceTimersByTimeAsync(99_000);
    expect(offers[0]?.needs.signal.aborted).toBe(true);
    vi.useRealTimers();
    await made(2);
  });

  it("gets none for a page that nobody looks at, until it is seen", async () => {
    autofill.follow();
    await made(1);
    vi.useFakeTimers();
    const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    offers[0]?.began(100_000);
    await vi.advanceTimersByTimeAsync(95_000);
    expect(offers[0]?.needs.signal.aborted).toBe(false);
    seen.mockRestore();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(offers[0]?.needs.signal.aborted).toBe(true);
    vi.useRealTimers();
    await made(2);
  });
});
