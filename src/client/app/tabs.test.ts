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
  const told: object[] = [];
  class Channel {
    addEventListener = (_type: string, hear: (event: { data: unknown }) => void) => hearers.push(hear);
    isClosed = false;
    postMessage = (word: object) => {
      if (this.isClosed) throw new DOMException("closed", "InvalidStateError");
      told.push(word);
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
  const run = async ({ call }: { call: string }) => ({
    data:
      call === "SilentLogin"
        ? { outcome: known.isAuthenticated ? "signedIn" : "loginRequired" }
        : { ...known },
  });
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
  return { page, tabs, stop, told, tell, hear, settle, signOut, navigate, arriveAt };
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
  const { page, hear, arriveAt } = tabOfAnna(on);
  page.set({ user: visitor });
  await hear({ userId: anna.userId, expiresAt: null });
  expect(arriveAt.mock.calls).toEqual(offers ? [[location, "messages.signedInElsewhere"]] : []);
});

test("a sign-in page where another tab signs out shows what there is now, and says nothing of a sign-in", async () => {
  const { hear, signOut, navigate, arriveAt } = tabOfAnna("login");
  signOut();
  await hear();
  expect(arriveAt.mock.calls).toEqual([[location, undefined]]);
  expect(navigate).not.toHaveBeenCalled();
});

test.each(["busy", "travelling"])(
  "a sign-in page that is %s stays as it is when another tab signs in",
  async (state) => {
    const { page, hear, arriveAt } = tabOfAnna("login");
    page.set({ user: visitor, [state]: true });
    await hear({ userId: anna.userId, expiresAt: null });
    expect(arriveAt).not.toHaveBeenCalled();
  },
);

test("the tabs that follow one whose session nobody used speak of no sign-out", async () => {
  const first = tabOfAnna();
  first.tabs.identityChanged("SilentLogout");
  const { hear, signOut, navigate } = tabOfAnna();
  signOut();
  await hear(first.told.at(-1));
  expect(navigate).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("loggedout"), { replace: true });
});

test("a tab that knows of a longer life of the session tells the others until when", async () => {
  const { page, told } = tabOfAnna();
  page.set({ user: { ...anna, sessionExpiresAt: 2_000 } });
  expect(told.at(-1)).toEqual({ userId: anna.userId, expiresAt: 2_000 });
});

test("a tab that follows no more, because its app broke, still signs in", () => {
  const { tabs, stop } = tabOfAnna();
  stop();
  expect(() => tabs.identityChanged("Login")).not.toThrow();
});
