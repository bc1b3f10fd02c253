import { expect, test } from "vitest";
import { neededTexts, pickTexts, textsOfOtherFields, textsOfScreen } from "./screen-texts.ts";
import { resolveScreens } from "./screens.ts";

const screens = resolveScreens({
  journey: { passwordExpired: "wizard" },
  screens: {
    login: {
      path: "/login",
      form: "login",
      submit: { call: "Login" },
      next: ["$journey", { go: "gone", say: "signedIn" }],
      actions: [{ call: "Next", label: "cancel" }],
      links: ["gone", { to: "view.url", label: "back" }],
    },
    local: { path: "/local", extends: "login" },
    gone: { path: "/gone", panel: "message", links: ["local"] },
    wizard: {
      path: "/wizard",
      steps: [
        { id: "one", form: "code" },
        { id: "two", panel: "codes" },
      ],
    },
    error: { path: "/error", load: { call: "Error" }, panel: "error" },
    away: { path: "/away", redirect: "login" },
  },
});
const menu = [{ to: "gone" }, { to: "local", when: { "user.hasCustomerChoice": true } }];
const forms = {
  login: {
    fields: [
      { name: "username", widget: "text" as const },
      { name: "id", widget: "hidden" as const },
    ],
    schema: {},
  },
  code: {
    fields: [
      { name: "code", widget: "one-time-code" as const, hint: true },
      { name: "method", widget: "radio" as const },
    ],
    schema: { properties: { method: { type: "string", enum: ["sms", "pin"] } } },
  },
};

const contracts = {
  Login: { problems: { "": ["problems.signInFailed"] } },
  Next: { problems: { code: ["problems.codeWrong"] } },
  Other: { problems: { "": ["problems.codeWrong", "problems.codeGone"] } },
};

test("the needed texts are those that the conventions name, each once", () => {
  expect(neededTexts({ screens, menu, forms, contracts }).sort()).toEqual([
    "forms.code.code.hint",
    "forms.code.code.label",
    "forms.code.method.label",
    "forms.code.method.options.pin",
    "forms.code.method.options.sms",
    "forms.login.username.label",
    "messages.signedIn",
    "problems.codeGone",
    "problems.codeWrong",
    "problems.noDeviceUsed",
    "problems.nothingRegistered",
    "problems.signInFailed",
    "screens.error.title",
    "screens.gone.link",
    "screens.gone.text",
    "screens.gone.title",
    "screens.login.actions.cancel",
    "screens.login.link",
    "screens.login.links.back",
    "screens.login.submit",
    "screens.login.title",
    "screens.wizard.one.submit",
    "screens.wizard.one.title",
    "screens.wizard.title",
    "screens.wizard.two.title",
  ]);
});

test("a screen is given its own texts, its form's, its panels' and those of its links and the menu", () => {
  const own = textsOfScreen({ screens, menu, contracts }, "local").filter(
    (part) => !/^(shell|messages|validation|problems)/.test(part),
  );
  expect(own).toEqual([
    "screens.gone.link",
    "screens.login.link",
    "screens.login.",
    "forms.login.",
    "screens.login.links.back",
  ]);
  expect(textsOfScreen({ screens, menu, contracts }, "wizard")).toEqual(
    expect.arrayContaining(["forms.code.", "panels.codes."]),
  );
  expect(textsOfScreen({ screens, menu, contracts }, "error")).toContain("errors.");
  expect(textsOfScreen({ screens, menu, contracts }, "gone")).not.toContain("errors.");
});

test("a screen is given what its own calls are refused with, and no other's", () => {
  const codes = (id: string) =>
    textsOfScreen({ screens, menu, contracts }, id).filter((key) => /signInFailed|code[A-Z]/.test(key));
  expect(codes("local")).toEqual(["problems.signInFailed", "problems.codeWrong"]);
  expect(codes("gone")).toEqual([]);
});

test("texts are picked by key and by prefix, and no key that only begins alike", () => {
  const catalogue = {
    "screens.gone.link": "a",
    "screens.gone.links": "b",
    "shell.back": "c",
    "shellfish.back": "d",
  };
  expect(pickTexts(catalogue, ["screens.gone.link", "shell."])).toEqual({
    "screens.gone.link": "a",
    "shell.back": "c",
  });
});

test("a screen leaves out what only fields show that it does not have", () => {
  const password = { fields: [{ name: "password", widget: "new-password" as const }] };
  expect(textsOfOtherFields(screens, forms, "login")).toContain("shell.password.");
  const left = textsOfOtherFields(screens, { ...forms, code: password }, "wizard");
  expect(left).toContain("shell.calendar.");
  expect(left.filter((key) => /password/i.test(key))).toEqual([]);
});

test("a key names its plural forms too", () => {
  const catalogue = { "a.few_one": "1", "a.few_other": "2", "a.fewer": "3", "a.few": "4" };
  expect(pickTexts(catalogue, ["a."], ["a.few"])).toEqual({ "a.fewer": "3" });
});
