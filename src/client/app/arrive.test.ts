import { describe, expect, it } from "vitest";
import screensConfig from "../../../screens.config.json" with { type: "json" };
import { anna, samplePageState, visitor } from "../../../tests/support/sample-page-state.ts";
import type { CallUse, ScreensConfig } from "../../generated/config.ts";
import { resolveScreens, screenAt } from "../../shared/screens.ts";
import { generalProblem, left } from "../api/call-failure.ts";
import { firstPage, type Page } from "../page/page.ts";
import { arrive, type Travel } from "./arrive.ts";
import type { CallOutcome } from "./run-use.ts";

const screens = resolveScreens(screensConfig as unknown as ScreensConfig);
const origin = "https://sign-in.test";

/** What of an arrival a test looks at beside its outcome. */
interface Watched {
  screens: Travel["screens"];
  prepare: Travel["prepare"];
  called(call: string): void;
}

/** Follows an address with calls that answer as told; gives what it led to and the calls in their order. */
async function follow(
  path: string,
  answers: Record<string, CallOutcome | Promise<CallOutcome>> = {},
  page?: Partial<Page>,
  { screens: all = screens, prepare = async () => undefined, called }: Partial<Watched> = {},
) {
  const url = new URL(path, origin);
  const calls: string[] = [];
  const login = screens.login;
  if (login === undefined) throw new Error("no login screen");
  const now = { ...firstPage(samplePageState(), login), ...page };
  const arrival = await arrive(url, {
    screens: all,
    origin,
    run: async ({ call }: CallUse) => {
      calls.push(call);
      called?.(call);
      return answers[call] ?? { data: call === "User" ? { ...visitor } : {} };
    },
    prepare,
    page: () => now,
  });
  return { arrival, calls };
}

const signedIn = { User: { data: { ...anna } } };

describe("arriving", () => {
  it("fetches the user before anything else, then the view", async () => {
    const { arrival, calls } = await follow("/account/login?returnUrl=/x", {
      LoginView: { data: { username: "anna" } },
    });
    expect(calls).toEqual(["User", "LocalAllowed", "LoginView"]);
    expect(arrival).toMatchObject({
      kind: "shown",
      page: { returnUrl: "/x", view: { username: "anna" }, user: { isAuthenticated: false }, failed: false },
    });
  });

  it("asks beside the user what the address alone says, of a screen for everybody", async () => {
    const asked: string[] = [];
    const user = Promise.withResolvers<CallOutcome>();
    const answers = { User: user.promise, SignIns: { data: { items: [], page: 2 } } };
    const following = follow("/?page=2", answers, undefined, { called: (call) => asked.push(call) });
    expect(asked).toEqual(["User", "Applications", "SignIns"]);
    user.resolve({ data: { ...visitor } });
    const { arrival, calls } = await following;
    expect(arrival).toMatchObject({ kind: "shown", page: { list: { page: 2 } } });
    expect(calls).toHaveLength(3);
  });

  it("asks nothing beside the user for who may not be let in, or that depends on who it is", async () => {
    const own: CallUse = { call: "Applications", with: { id: "user.userId" } };
    const all = { ...screens, home: { ...screenAt(screens, "/"), load: own } };
    for (const [path, expected] of [
      ["/account/select", ["User"]],
      ["/", ["User", "SignIns"]],
    ] as const) {
      const asked: string[] = [];
      const user = Promise.withResolvers<CallOutcome>();
      const watched = { screens: all, called: (call: string) => asked.push(call) };
      const following = follow(path, { User: user.promise }, undefined, watched);
      expect(asked).toEqual(expected);
      user.resolve({ data: { ...anna } });
      expect((await following).arrival).toMatchObject({ kind: "shown" });
    }
  });

  it("fetches what draws the screen at once, and goes on where that cannot be had yet", async () => {
    const steps: string[] = [];
    const { arrival } = await follow("/account/recover", {}, undefined, {
      prepare: async () => {
        steps.push("prepare");
        if (steps.length === 1) throw new Error("the line is down");
      },
      called: (call) => steps.push(call),
    });
    expect(steps.slice(0, 2)).toEqual(["prepare", "User"]);
    expect(steps.at(-1)).toBe("prepare");
    expect(arrival).toMatchObject({ kind: "shown", page: { failed: false } });
  });

  it("turns a visitor away from a screen for signed-in people, with the whole address", async () => {
    const { arrival, calls } = await follow("/account/select?cid=7&returnUrl=/x#list");
    expect(calls).toEqual(["User"]);
    expect(arrival).toMatchObject({
      kind: "go",
      path: "/error/access-denied?returnUrl=%2Faccount%2Fselect%3Fcid%3D7%26returnUrl%3D%2Fx%23list",
    });
  });

  it("lets a signed-in person in, with view and list", async () => {
    const list = { items: [], page: 2 };
    const { arrival, calls } = await follow("/account/select?page=2", {
      ...signedIn,
      Customers: { data: list },
    });
    expect(calls).toEqual(["User", "SelectCustomerView", "Customers"]);
    expect(arrival).toMatchObject({ kind: "shown", page: { list, query: { page: "2" } } });
  });

  it("keeps what was mailed for the screen that stands, though its address shows it no more", async () => {
    const { loginOtt } = screens;
    const mailed = { query: { state: "mailed" }, returnUrl: "/x", ...(loginOtt && { screen: loginOtt }) };
    const again = await follow("/account/login/ott?returnUrl=/x", {}, mailed);
    expect(again.arrival).toMatchObject({ page: { query: { state: "mailed" } } });
    for (const elsewhere of ["/account/login/ott?returnUrl=/y", "/account/login?returnUrl=/x"]) {
      const { arrival } = await follow(elsewhere, {}, mailed);
      expect(arrival).toMatchObject({ page: { query: {} } });
    }
  });

  it("shows the not-found screen at an unknown address, in place", async () => {
    const { arrival } = await follow("/nowhere");
    expect(arrival).toMatchObject({ kind: "shown", page: { screen: { id: "unmatched" } } });
  });

  it("asks at the door and goes where its answer leads", async () => {
    const answers = { LocalAllowed: { data: { allowed: false, vendorId: "v1" } } };
    const { arrival, calls } = await follow("/account/login/local?returnUrl=/x", answers);
    expect(calls).toEqual(["User", "LocalAllowed", "LoginView"]);
    expect(arrival).toMatchObject({ kind: "go", path: "/account/login/vendor?vendorId=v1&returnUrl=%2Fx" });
  });

  it("stands at the step that the view names", async () => {
    const wizard = {
      ...screens,
      wizard: {
        ...screenAt(screens, "/account/login"),
        id: "wizard",
        path: "/wizard",
        steps: [
          { id: "one", links: [], next: [], actions: [] },
          { id: "two", links: [], next: [], actions: [] },
        ],
      },
    };
    const arrival = await arrive(new URL("/wizard?step=one", origin), {
      screens: wizard,
      origin,
      run: async () => ({ data: { step: "two" } }),
      prepare: async () => undefined,
      page: () => firstPage(samplePageState(), screenAt(screens, "/account/login")),
    });
    expect(arrival).toMatchObject({ kind: "shown", page: { part: { id: "two" } } });
  });
});

describe("redirecting screens", () => {
  it.each([
    ["/account?returnUrl=/x", { kind: "go", path: "/account/login?returnUrl=%2Fx" }],
    ["/redirect?returnUrl=/account/select%3Fcid%3D7", { kind: "go", path: "/account/select?cid=7" }],
    ["/redirect?returnUrl=/connect/authorize/1", { kind: "leave", url: "/connect/authorize/1" }],
    ["/redirect?returnUrl=https://evil.test/", { kind: "go", path: "/" }],
    ["/redirect?returnUrl=//evil.test", { kind: "go", path: "/" }],
  ])("%s leads on", async (path, expected) => {
    expect((await follow(path)).arrival).toMatchObject(expected);
  });
});

describe("a list whose address changes", () => {
  const select = screens.select;
  const standing = {
    screen: select,
    part: select,
    view: { total: 3 },
    returnUrl: "/",
    user: anna,
  } as Partial<Page>;

  it("fetches the list alone when only filter, page or size differ", async () => {
    const { arrival, calls } = await follow("/account/select?filter=a&cid=7", signedIn, {
      ...standing,
      query: { page: "2", cid: "7" },
    });
    expect(calls).toEqual(["User", "Customers"]);
    expect(arrival).toMatchObject({ kind: "shown", page: { view: { total: 3 } } });
  });

  it.each(["User", "Customers"])(
    "stays as it is, with the reason, where %s does not answer",
    async (call) => {
      const answers = { ...signedIn, [call]: { failure: generalProblem("problems.offline") } };
      const now = { ...standing, query: { page: "2" }, list: { page: 2 } };
      const { arrival } = await follow("/account/select?filter=a", answers, now);
      // Of the list that stands; so what was asked for can be asked for again.
      expect(arrival).toMatchObject({ kind: "shown", page: { ...now, failed: false } });
      expect(arrival).toMatchObject({ page: { problems: { "": [{ code: "problems.offline" }] } } });
    },
  );

  it("shows nothing of it to somebody else who has signed in", async () => {
    const other = { User: { data: { ...anna, userId: "other" } } };
    const now = { ...standing, query: { page: "2" } };
    const { calls } = await follow("/account/select?filter=a", other, now);
    expect(calls).toEqual(["User", "SelectCustomerView", "Customers"]);
    const lost = { ...other, Customers: { failure: generalProblem("problems.offline") } };
    const { arrival } = await follow("/account/select?filter=a", lost, now);
    expect(arrival).toMatchObject({ page: { failed: true, view: {}, list: null } });
  });

  it("fetches everything when something else differs, or nothing does", async () => {
    const other = await follow("/account/select?cid=8", signedIn, { ...standing, query: { cid: "7" } });
    expect(other.calls).toEqual(["User", "SelectCustomerView", "Customers"]);
    const again = await follow("/account/select?cid=7", signedIn, { ...standing, query: { cid: "7" } });
    expect(again.calls).toEqual(["User", "SelectCustomerView", "Customers"]);
  });

  it("looks anew at a screen without a list, also after a refusal there", async () => {
    const { registerDevice } = screens;
    const problems = { "": [{ code: "problems.deviceRegistered" }] };
    const page = { user: anna, problems, ...(registerDevice && { screen: registerDevice }) };
    const { calls } = await follow("/account/registerdevice", signedIn, page);
    expect(calls).toEqual(["User", "Credentials"]);
  });
});

describe("calls that do not answer", () => {
  it.each([["User"], ["LoginView"]])(
    "show the screen with the reason and a way to try again when it is %s",
    async (call) => {
      const { arrival } = await follow("/account/login", {
        [call]: { failure: generalProblem("problems.offline") },
      });
      expect(arrival).toMatchObject({
        kind: "shown",
        page: { failed: true, screen: { id: "login" }, problems: { "": [{ code: "problems.offline" }] } },
      });
    },
  );

  it("leave it to the call that already leads elsewhere", async () => {
    expect((await follow("/account/login", { LoginView: { failure: left } })).arrival).toEqual({
      kind: "left",
    });
  });
});
