// @vitest-environment jsdom

import { afterEach, expect, test, vi } from "vitest";
import { anna, samplePageState, visitor } from "../../../tests/support/sample-page-state.ts";
import type { User } from "../../generated/calls.ts";
import { createPageStore, firstPage } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { createTabs } from "./tabs.ts";

afterEach(() => vi.unstubAllGlobals());

/** A tab that shows Anna on a screen, while the server knows the person that is given last. */
function tabOfAnna(on = "home") {
  const hearers: ((event: { data: unknown }) => void)[] = [];
  class Channel {
    addEventListener = (_type: string, hear: (event: { data: unknown }) => void) => hearers.push(hear);
    isClosed = false;
    postMessage = () => {
      if (this.isClosed) throw new DOMException("closed", "InvalidStateError");
    };
    close = () => {
      this.isClosed = true;
    };
  }
  vi.stubGlobal("BroadcastChannel", Channel);
  const screen = screens[on];
  if (screen === undefined) throw new Error(`there is no ${on}`);
  const page = createPageStore(firstPage(samplePageState({ screen: on }), screen));
  page.set({ user: anna });
  let known: User = anna;
  const run = async () => ({ data: { ...known } });
  const [navigate, arriveAt] = [vi.fn(), vi.fn()];
  const tabs = createTabs({
    page,
    screens,
    run,
    router: { navigate } as never,
    idle: { livesUntil: () => undefined, start: () => () => undefined } as never,
    traveller: { arriveAt } as never,
  });
  const stop = tabs.follow();
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  /** Another tab tells who is signed in there: nobody, if nothing else is said. */
  const tell = (data: object = { userId: null, expiresAt: null }) => {
    for (const each of hearers) each({ data });
  };
  const hear = async (data?: object) => {
    tell(data);
    await settle();
  };
  const signOut = () => {
    known = visitor;
  };
  return { page, tabs, stop, tell, hear, settle, signOut, navigate, arriveAt };
}

test("a tab follows a sign-out elsewhere and says so", async () => {
  const { hear, signOut, navigate } = tabOfAnna();
  signOut();
  await hear();
  expect(navigate).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("loggedout"),
    expect.objectContaining({ say: "panels.logged-out.elsewhere" }),
  );
});

test.each([
  ["signs out", true],
  ["has signed out when another screen had come", false],
])("a tab in which the person %s is not told so by the others that follow it", async (_what, busy) => {
  const { page, tabs, hear, signOut, navigate } = tabOfAnna();
  page.set({ busy });
  signOut();
  tabs.identityChanged("Logout");
  page.set({ busy: false, travelling: true });
  await hear();
  expect(navigate).not.toHaveBeenCalled();
});

test("a tab that has changed something and stays follows what happens afterwards", async () => {
  const { page, tabs, hear, signOut, navigate } = tabOfAnna();
  page.set({ busy: true });
  tabs.identityChanged("ChangePassword");
  page.set({ busy: false });
  signOut();
  await hear();
  expect(navigate).toHaveBeenCalledOnce();
});

test("a tab whose session has ended by its own clock is not told of another window by the others", async () => {
  const { tabs, hear, signOut, navigate } = tabOfAnna();
  signOut();
  tabs.endedIdle();
  await hear();
  expect(navigate).toHaveBeenCalledOnce();
  expect(navigate).not.toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ say: expect.anything() }),
  );
});

test("a tab that was led to the end by the others is not led there again by its own clock", async () => {
  const { page, tabs, hear, signOut, navigate } = tabOfAnna();
  signOut();
  await hear();
  page.set({ user: visitor });
  tabs.endedIdle();
  expect(navigate).toHaveBeenCalledOnce();
});

test("a tab that has arrived where the end is said stays there, whatever it was asking", async () => {
  const { page, tabs, tell, settle, signOut, navigate } = tabOfAnna();
  signOut();
  tell();
  tabs.endedIdle();
  page.set({ user: visitor });
  await settle();
  expect(navigate).toHaveBeenCalledOnce();
});

test.each([
  ["login", true],
  ["loginLocal", true],
  ["recover", false],
])("the page %s offers to go on when another tab signs in: %s", async (on, offers) => {
  const { page, hear, signOut, arriveAt } = tabOfAnna(on);
  page.set({ user: visitor });
  signOut();
  await hear({ userId: anna.userId, expiresAt: null });
  expect(arriveAt).toHaveBeenCalledTimes(offers ? 1 : 0);
});

test("a tab that follows no more, because its app broke, still signs in", () => {
  const { tabs, stop } = tabOfAnna();
  stop();
  expect(() => tabs.identityChanged("Login")).not.toThrow();
});
