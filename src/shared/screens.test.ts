import { describe, expect, it } from "vitest";
import type { ScreensConfig } from "../generated/config.ts";
import { toFacts } from "./matches.ts";
import {
  isScreenPath,
  partOf,
  resolveNext,
  resolveScreens,
  screenAddress,
  screenAt,
  shownView,
  toneOf,
  valuesOf,
  wayBack,
} from "./screens.ts";

const config: ScreensConfig = {
  journey: { twoFactorRequired: "second", customerChoiceRequired: "choose" },
  screens: {
    login: {
      path: "/account/login",
      form: "login",
      submit: { call: "Login" },
      next: ["$journey"],
      actions: [{ call: "Next", label: "cancel" }],
      links: ["choose", { to: "second", when: { "view.a": true } }],
    },
    local: { path: "/account/login/local", extends: "login", layout: "bare" },
    second: { path: "/account/login/twofactor" },
    choose: {
      path: "/account/select",
      access: "authenticated",
      steps: [{ id: "one", next: [{ when: { "form.x": "y" }, go: "#two" }] }, { id: "two" }],
    },
    unmatched: { path: "*" },
  },
};
const screens = resolveScreens(config);

describe("resolveScreens", () => {
  it("writes the journey, the short links and the defaults out", () => {
    expect(screens.login).toMatchObject({
      id: "login",
      textId: "login",
      access: "anonymous",
      layout: "card",
      next: [
        { when: { outcome: "twoFactorRequired" }, go: "second" },
        { when: { outcome: "customerChoiceRequired" }, go: "choose" },
      ],
      links: [{ to: "choose" }, { to: "second", when: { "view.a": true } }],
    });
  });

  it("gives an action without rows of its own the rows of its screen", () => {
    expect(screens.login?.actions[0]?.next).toEqual(screens.login?.next);
  });

  it("lets a screen take over another with its texts and change single entries", () => {
    expect(screens.local).toMatchObject({
      form: "login",
      layout: "bare",
      textId: "login",
      path: "/account/login/local",
    });
    expect(screens.local?.next).toEqual(screens.login?.next);
  });
});

describe("screenAt", () => {
  it("finds a screen by its address, with or without a slash at the end", () => {
    expect(screenAt(screens, "/account/login").id).toBe("login");
    expect(screenAt(screens, "/account/login/").id).toBe("login");
  });

  it("shows the unmatched screen for every other address", () => {
    expect(screenAt(screens, "/nowhere").id).toBe("unmatched");
    expect(isScreenPath(screens, "/nowhere")).toBe(false);
    expect(isScreenPath(screens, "/account/select")).toBe(true);
  });
});

describe("wayBack", () => {
  it("leads where the page would have led", () => {
    expect(wayBack(screens, "/account/login/twofactor?returnUrl=%2Fgoal")).toBe("/goal");
    expect(wayBack(screens, "/account/select?returnUrl=%2Fgoal")).toBe("/goal");
  });

  it("leads back to a page for signed-in people that leads nowhere else", () => {
    expect(wayBack(screens, "/account/select?filter=a#top")).toBe("/account/select?filter=a");
    expect(wayBack(screens, "/account/login/twofactor?state=secret")).toBe("/");
  });
});

describe("resolveNext", () => {
  it("takes the first row that matches and carries its query and its message", () => {
    const rows = [
      { when: { outcome: "a" }, go: "login" },
      {
        when: { outcome: ["b", "c"] },
        go: "choose",
        with: { cid: "query.cid", kind: "=fixed" },
        say: "done",
      },
      { go: "second" },
    ];
    const facts = toFacts({ outcome: "c", query: { cid: "7" } });
    expect(resolveNext("login", rows, facts)).toEqual({
      screen: "choose",
      query: { cid: "7", kind: "fixed" },
      say: "done",
    });
    expect(resolveNext("login", rows, {})).toEqual({ screen: "second", query: {} });
    expect(resolveNext("login", rows.slice(0, 2), {})).toBeUndefined();
  });

  it("says where an answer is the view of its step, without the answer's ticket", () => {
    const rows = [{ go: "#two", show: true }];
    expect(resolveNext("choose", rows, {})).toEqual({ screen: "choose", step: "two", query: {}, show: true });
    const view = shownView({ codes: ["a"], state: "ticket", step: "one" }, "two");
    expect(view).toEqual({ codes: ["a"], step: "two" });
    expect(screens.choose && partOf(screens.choose, view).id).toBe("two");
  });

  it("stays on the screen for a step", () => {
    const rows = screens.choose?.steps[0]?.next ?? [];
    expect(resolveNext("choose", rows, { "form.x": "y" })).toEqual({
      screen: "choose",
      step: "two",
      query: {},
    });
  });
});

describe("valuesOf and screenAddress", () => {
  it("leave out what is missing", () => {
    expect(valuesOf({ a: "query.a", b: "query.b", c: "=1" }, { "query.a": "x", "query.b": null })).toEqual({
      a: "x",
      c: "1",
    });
    expect(screenAddress(screens.second as never, { a: "b c" })).toBe("/account/login/twofactor?a=b+c");
    expect(screenAddress(screens.second as never, {})).toBe("/account/login/twofactor");
  });
});

describe("toneOf", () => {
  const toned: ScreensConfig = { ...config, tones: { passwordReset: "success", tooManyCodes: "warning" } };

  it.each([
    ["messages.passwordReset", "success"],
    ["messages.tooManyCodes", "warning"],
    ["messages.codeSent", "info"],
    ["panels.logged-out.elsewhere", "info"],
  ])("gives %s the tone %s", (key, tone) => {
    expect(toneOf(toned, key)).toBe(tone);
  });

  it("is information where no tone is said at all", () => {
    expect(toneOf(config, "messages.passwordReset")).toBe("info");
  });
});
