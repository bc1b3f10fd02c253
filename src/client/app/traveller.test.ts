// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { anna, englishTexts, samplePageState, visitor } from "../../../tests/support/sample-page-state.ts";
import type { User } from "../../generated/calls.ts";
import { createPageStore, firstPage } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { createRuntime } from "./runtime.ts";

let user: User;
/** What the answer to who that is waits for. */
let asked: Promise<void> | undefined;
/** How any other call is answered. */
let status: number;

beforeEach(() => {
  user = visitor;
  asked = undefined;
  status = 200;
  vi.stubGlobal("fetch", async (address: URL | string) => {
    if (!String(address).includes("/Account/User")) return Response.json(englishTexts(), { status });
    await asked;
    return Response.json(user);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** The app on a screen; where it would go next is only noted. */
function appAt(id: string) {
  const screen = screens[id];
  if (screen === undefined) throw new Error(`there is no screen ${id}`);
  const page = createPageStore(firstPage(samplePageState({ screen: id, user }), screen));
  const { traveller, router } = createRuntime({ page, screens, prepareStyles: async () => undefined });
  const navigate = vi.spyOn(router, "navigate").mockImplementation(() => undefined);
  const leave = vi.spyOn(router, "leave").mockImplementation(async () => undefined);
  const arriveAt = (path: string, say?: string) => {
    const { pathname, search, hash } = new URL(path, location.origin);
    return traveller.arriveAt({ pathname, search, hash }, say);
  };
  return { page, traveller, arriveAt, navigate, leave };
}

describe("an address that only leads on", () => {
  it("takes the message along, and is nothing to go back to", async () => {
    const { arriveAt, navigate } = appAt("login");
    await arriveAt("/redirect?returnUrl=%2Faccount%2Frecover", "messages.passwordReset");
    expect(navigate.mock.calls).toEqual([
      ["/account/recover", { replace: true, say: "messages.passwordReset" }],
    ]);
  });

  it("is nothing to go back to from an application either", async () => {
    const { arriveAt, leave } = appAt("login");
    await arriveAt("/redirect?returnUrl=%2Fconnect%2Fauthorize%2F1");
    expect(leave.mock.calls).toEqual([["/connect/authorize/1", { replace: true }]]);
  });
});

it("shows what was mailed, and leaves it in no address", async () => {
  const { page, arriveAt } = appAt("login");
  const path = "/account/recover?state=canary&returnUrl=%2Fsomewhere";
  history.replaceState(null, "", path);
  await arriveAt(path);
  expect(page.get()).toMatchObject({ screen: { id: "recover" }, query: { state: "canary" } });
  expect(location.search).toBe("?returnUrl=%2Fsomewhere");
});

it("is on the way until the last screen that was asked for has come", async () => {
  const { page, arriveAt } = appAt("login");
  const answer = Promise.withResolvers<void>();
  asked = answer.promise;
  const first = arriveAt("/account/recover");
  const last = arriveAt("/account/logout");
  await first;
  expect(page.get()).toMatchObject({ screen: { id: "login" }, travelling: true });
  answer.resolve();
  await last;
  expect(page.get()).toMatchObject({ screen: { id: "logout" }, travelling: false });
});

it("has what is pressed wait also for another page of the list that stands", async () => {
  user = anna;
  const { page, traveller, arriveAt } = appAt("select");
  const answer = Promise.withResolvers<void>();
  asked = answer.promise;
  const path = "/account/select?page=2";
  history.replaceState(null, "", path);
  const arriving = arriveAt(path);
  const waited = vi.fn();
  void traveller.whenLookedAt().then(waited);
  await new Promise((resolve) => setTimeout(resolve));
  expect(waited).not.toHaveBeenCalled();
  answer.resolve();
  await arriving;
  await eventually(() => expect(waited).toHaveBeenCalledExactlyOnceWith(true));
  expect(page.get().query).toEqual({ page: "2" });
});

it.each([400, 401, 403])(
  "leads nobody away by a look that nobody asked for, answered with %i",
  async (refusal) => {
    const { page, traveller, navigate, leave } = appAt("recover");
    status = refusal;
    const before = page.get();
    expect([await traveller.reload(), await traveller.stepOfNow()]).toEqual([false, undefined]);
    expect([page.get(), navigate.mock.calls, leave.mock.calls]).toEqual([before, [], []]);
  },
);

describe("the screen that stands", () => {
  it.each([
    ["keeps its form for the person who sees it", anna, {}, 0],
    ["begins anew for another person, with nothing of the one before", { ...anna, userId: "another" }, {}, 1],
    ["begins anew where it could not be shown before", anna, { failed: true }, 1],
  ])("%s", async (_what, next, before, visit) => {
    user = anna;
    const { page, arriveAt } = appAt("select");
    const typed = { filter: "typed" };
    page.set({ ...before, values: typed });
    user = next;
    await arriveAt("/account/select");
    expect(page.get()).toMatchObject({ user: next, visit, failed: false });
    expect(page.get().values).toEqual(visit === 0 ? typed : {});
  });

  it("is no new way there where it is tried again after the back button", async () => {
    const { page, arriveAt } = appAt("recover");
    page.set({ failed: true, returned: true });
    await arriveAt("/account/recover");
    expect(page.get().returned).toBe(true);
    await arriveAt("/account/logout");
    expect(page.get().returned).toBe(false);
  });
});

it("takes the user name along on the way of who has not signed in, and not over a sign-in", async () => {
  const { page, arriveAt } = appAt("login");
  document.body.innerHTML = '<main><input name="username" value="ann"></main>';
  await arriveAt("/account/recover");
  expect(page.get().values).toEqual({ username: "ann" });
  // Also over a screen that does not ask for it.
  document.body.replaceChildren();
  await arriveAt("/account/logout");
  expect(page.get().values).toEqual({ username: "ann" });
  user = anna;
  await arriveAt("/account/select");
  expect(page.get().values).toEqual({});
});

it("shows an answer without what was refused before", () => {
  const { page, traveller } = appAt("redeemRecoveryCodes");
  page.set({ problems: { "": [{ code: "problems.offline" }] } });
  traveller.showAnswer({ codes: ["one"] }, "codes");
  expect(page.get()).toMatchObject({ part: { id: "codes" }, view: { codes: ["one"] } });
  expect(page.get().problems).toEqual({});
});
