// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { createPageStore, firstPage, type PageStore } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { createRouter, type Router } from "./router.ts";

const leaving = vi.hoisted(() => ({ stayedAfter: vi.fn() }));
vi.mock("../page/leaving.ts", () => leaving);

let page: PageStore;
let router: Router;
let stay: () => void;
const went = vi.fn();

beforeEach(() => {
  went.mockClear();
  const { login } = screens;
  if (login === undefined) throw new Error("there is a sign-in page");
  page = createPageStore(firstPage(samplePageState({ returnUrl: "/connect/authorize/1" }), login));
  page.set({ busy: true });
  router = createRouter(page);
  router.navigate = went;
  const stays = Promise.withResolvers<void>();
  stay = stays.resolve;
  leaving.stayedAfter.mockReturnValue(stays.promise);
});

describe("a page that stays although it was left", () => {
  it("can be pressed again, and the screen that stands is looked at anew", async () => {
    const left = router.leave("https://app.example/");
    expect(page.get().busy).toBe(true);
    stay();
    await left;
    expect(page.get().busy).toBe(false);
    expect(went.mock.calls).toEqual([
      ["/account/login?returnUrl=%2Fconnect%2Fauthorize%2F1", { replace: true }],
    ]);
  });

  it.each([
    ["another screen has come", { visit: 1 }],
    ["another screen is on its way", { travelling: true }],
  ])("is left alone where %s", async (_what, change) => {
    const left = router.leave("https://app.example/");
    page.set(change);
    stay();
    await left;
    expect(went).not.toHaveBeenCalled();
  });

  it("is not left once more by that look, because the next page may be slow, and is by the next press", async () => {
    const left = router.leave("/connect/authorize/1");
    stay();
    await left;
    leaving.stayedAfter.mockClear();
    await router.leave(`${location.origin}/connect/authorize/1`, { replace: true });
    expect(leaving.stayedAfter).not.toHaveBeenCalled();
    page.set({ busy: true });
    void router.leave("/connect/authorize/1");
    expect(leaving.stayedAfter).toHaveBeenCalledOnce();
  });

  it("is not looked at for ever where that look leads away again", async () => {
    page.set({ busy: false });
    const left = router.leave("https://app.example/");
    stay();
    await left;
    expect(went).not.toHaveBeenCalled();
  });
});

it.each([
  ["beside the page that stands, to which one can go back", {}, 1],
  ["in its place where it only led on, so that going back does not lead on again", { replace: true }, 0],
])("leaves %s", (_how, options, entries) => {
  leaving.stayedAfter.mockImplementation((go: () => void) => go());
  const before = history.length;
  void router.leave(`#${entries}`, options);
  expect([location.hash, history.length - before]).toEqual([`#${entries}`, entries]);
});
