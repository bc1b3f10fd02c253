import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Config, Form } from "../../src/config/read-config.ts";
import type { ScreenConfig } from "../../src/generated/config.ts";
import type { Handlers } from "../../src/server/call.ts";
import { badRequest } from "../../src/server/problem.ts";
import type { AnswerOf } from "../../src/shared/contract.ts";
import { resolveScreens } from "../../src/shared/screens.ts";
import { onEachDatabase } from "../support/databases.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { suiteServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestAnswer } from "../support/test-client.ts";

/** Stands in for calls whose answers a test needs to choose; contracts, checks and pages are the real ones. */
const stand = vi.hoisted(() => ({
  step: "request" as "request" | "token" | "link",
  sendOtp: vi.fn(),
  redeem: vi.fn(),
  setLanguage: vi.fn(),
}));
vi.mock("../../src/server/account/index.ts", async (load) => {
  const { handlers } = await load<{ handlers: Handlers }>();
  const stood: Partial<Record<keyof Handlers, unknown>> = {
    LoginWithOTTView: async () => ({ step: stand.step, username: null, delivery: null }),
    SendOTP: async (_context: unknown, { body }: { body: unknown }) => stand.sendOtp(body),
    RedeemRecoveryCode: async (_context: unknown, { query }: { query: unknown }) => stand.redeem(query),
    SetLanguage: async (_context: unknown, { query }: { query: unknown }) => stand.setLanguage(query),
  };
  return { handlers: { ...handlers, ...stood } };
});

const delivery: AnswerOf<"SendOTP">["delivery"] = {
  destination: null,
  reference: "AB12",
  expiresAt: 1,
  resendAfter: 30,
};
const codes: AnswerOf<"RedeemRecoveryCode"> = {
  outcome: "redeemed",
  recoveryCodes: ["one-two", "three-four"],
  issuedAt: 1,
  username: "ann",
};
const language: AnswerOf<"SetLanguage"> = { language: "de", direction: "ltr" };

const screens: Record<string, ScreenConfig> = {
  wizard: {
    path: "/wizard",
    load: { call: "LoginWithOTTView" },
    steps: [
      {
        id: "request",
        form: "ask",
        submit: { call: "SendOTP", with: { purpose: "=oneTimeToken", channel: "=mail" } },
        next: [{ when: { outcome: "sent" }, go: "#token", say: "languageChanged" }],
      },
      {
        id: "token",
        form: "type",
        submit: { call: "LoginWithOTT" },
        actions: [
          { call: "SendOTP", with: { purpose: "=oneTimeToken", channel: "=mail" }, label: "again" },
          { call: "SecureLogin", ceremony: "assertion", label: "device" },
          {
            call: "LoginWithOTT",
            label: "sure",
            confirm: true,
            next: [{ when: { outcome: "challengeEnded" }, go: "#request" }],
          },
        ],
      },
    ],
  },
  told: {
    path: "/told",
    panel: "message",
    submit: { call: "RedeemRecoveryCode", with: { id: "query.id" } },
    next: [{ when: { outcome: "redeemed" }, go: "#codes", show: true, say: "languageChanged" }],
    steps: [{ id: "codes", panel: "message" }],
  },
  each: {
    path: "/each",
    load: { call: "GetPartnerMetaData" },
    panel: "message",
    actions: [
      { call: "SetLanguage", label: "row", inPanel: true, next: [] },
      { call: "SetLanguage", label: "each", each: "view.availableLanguages", with: { language: "item" } },
      {
        call: "SetLanguage",
        label: "sure",
        confirm: true,
        each: "view.availableLanguages",
        with: { language: "item" },
      },
      { call: "SetLanguage", label: "hidden", when: { "user.isAuthenticated": true }, next: [] },
    ],
  },
  choice: {
    path: "/choice",
    form: "ask",
    next: [
      { when: { "form.username": "ann" }, go: "home" },
      { go: "login", say: "languageChanged" },
    ],
  },
};

const text = { type: "string" };
const forms: Record<string, Form> = {
  ask: {
    fields: [{ name: "username", widget: "text", required: true }],
    schema: { type: "object", properties: { username: text } },
  },
  type: {
    fields: [
      { name: "username", widget: "text" },
      { name: "token", widget: "one-time-code" },
    ],
    schema: { type: "object", properties: { username: text, token: text } },
  },
};

const withScreens = (config: Config): Config => ({
  ...config,
  screens: { ...config.screens, ...resolveScreens({ journey: {}, screens }) },
  forms: { ...config.forms, ...forms },
});

const placeOf = ({ status, headers }: TestAnswer) => [status, headers.location];

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer, config: withScreens });
  const post = (path: string, fields: Record<string, string>, browser = server().browser()) =>
    postForm(browser, path, fields);
  beforeEach(() => {
    stand.step = "request";
    stand.sendOtp.mockReset().mockReturnValue({ outcome: "sent", delivery });
    stand.redeem.mockReset().mockReturnValue(codes);
    stand.setLanguage.mockReset().mockReturnValue(language);
  });

  describe("a posted step", () => {
    it("leads back to its own address, whose view says the step, and its message comes along", async () => {
      const browser = server().browser();
      const path = "/wizard?state=abc&returnUrl=%2Fdevops";
      const answer = await post(path, { __step: "request", username: "ann" }, browser);
      expect(placeOf(answer)).toEqual([303, path]);
      expect(stand.sendOtp).toHaveBeenCalledExactlyOnceWith({
        purpose: "oneTimeToken",
        channel: "mail",
        username: "ann",
      });
      stand.step = "token";
      const page = pageStateOf(await browser.send(path));
      expect(page).toMatchObject({ view: { step: "token" }, say: "messages.languageChanged" });
      expect(pageStateOf(await browser.send(path))).not.toHaveProperty("say");
    });

    it.each([
      ["a step", "/wizard", { __step: "request" }],
      ["a step, left empty,", "/wizard", { __step: "request", username: "" }],
      ["a screen without a call", "/choice", {}],
    ])("without what the form of %s requires beyond its call is not sent", async (_of, path, fields) => {
      const answer = await post(path, fields);
      expect(answer.status).toBe(400);
      expect(pageStateOf(answer)?.problems).toEqual({ username: [{ code: "validation.required" }] });
      expect(stand.sendOtp).not.toHaveBeenCalled();
    });

    it("that is over, because another tab went on, is not sent; the page leads to the step of now", async () => {
      stand.step = "token";
      const answer = await post("/wizard", { __step: "request", username: "ann" });
      expect(placeOf(answer)).toEqual([303, "/wizard"]);
      expect(stand.sendOtp).not.toHaveBeenCalled();
    });

    it("keeps what was typed when it is refused, but no code", async () => {
      stand.step = "token";
      stand.sendOtp.mockImplementation(() => {
        throw badRequest("not now");
      });
      const typed = { username: "ann", token: "canary-1234" };
      const answer = await post("/wizard", { __step: "token", __action: "again", ...typed });
      expect(answer.status).toBe(400);
      expect(pageStateOf(answer)).toMatchObject({ values: { username: "ann" }, view: { step: "token" } });
      expect(answer.text).not.toContain("canary");
    });

    it("gives nothing typed to another step that the refusal has led to", async () => {
      stand.step = "token";
      stand.sendOtp.mockImplementation(() => {
        stand.step = "request";
        throw badRequest("not now");
      });
      const answer = await post("/wizard", { __step: "token", __action: "again", username: "ann" });
      expect(pageStateOf(answer)).toMatchObject({ values: {}, view: { step: "request" } });
    });

    it("without its token keeps what was typed into the step's form", async () => {
      stand.step = "token";
      const fields = { __token: "wrong", __step: "token", username: "ann", token: "canary-1234" };
      const answer = await post("/wizard", fields);
      expect(pageStateOf(answer)).toMatchObject({ values: { username: "ann" } });
      expect(answer.text).not.toContain("canary");
      expect(stand.sendOtp).not.toHaveBeenCalled();
    });
  });

  describe("a posted button", () => {
    it("is given of the form what its call knows", async () => {
      stand.step = "token";
      const typed = { username: "ann", token: "1234" };
      await post("/wizard", { __step: "token", __action: "again", ...typed });
      expect(stand.sendOtp).toHaveBeenCalledExactlyOnceWith({
        purpose: "oneTimeToken",
        channel: "mail",
        username: "ann",
      });
    });

    it("of an item is given its item", async () => {
      await post("/each", { __action: "each~0" });
      expect(stand.setLanguage).toHaveBeenCalledExactlyOnceWith({ language: "en-GB" });
    });

    it.each([
      "each",
      "each~",
      "each~99",
      "each~-1",
      "each~0x0",
      "each~00",
      "each~length",
      "row~0",
      "hidden",
      "~0",
    ])("that the page does not have does nothing: %s", async (__action) => {
      const answer = await post("/each", { __action });
      expect(placeOf(answer)).toEqual([303, "/each"]);
      expect(stand.setLanguage).not.toHaveBeenCalled();
    });

    it("of a panel is given what stands in its inputs, also for the query", async () => {
      await post("/each", { __action: "row", language: "de", other: "x" });
      expect(stand.setLanguage).toHaveBeenCalledExactlyOnceWith({ language: "de" });
    });

    it("that needs the browser to ask for a device says so, and keeps what was typed", async () => {
      stand.step = "token";
      const answer = await post("/wizard", { __step: "token", __action: "device", username: "ann" });
      expect(answer.status).toBe(400);
      expect(pageStateOf(answer)).toMatchObject({
        values: { username: "ann" },
        problems: { "": [{ code: "problems.scriptNotReady" }] },
      });
    });
  });

  describe("a posted button that asks back", () => {
    it("does nothing before the answer: the page asks, and its address asks nothing", async () => {
      const browser = server().browser();
      const answer = await post("/each", { __action: "sure~1" }, browser);
      expect(answer.status).toBe(200);
      expect(pageStateOf(answer)).toMatchObject({
        screen: "each",
        asked: { action: "sure~1", values: {} },
        problems: {},
      });
      expect(stand.setLanguage).not.toHaveBeenCalled();
      expect(pageStateOf(await browser.send("/each"))).not.toHaveProperty("asked");
    });

    it("does what was pressed after a yes", async () => {
      const answer = await post("/each", { __action: "sure~1", __confirmed: "yes" });
      expect(placeOf(answer)).toEqual([303, "/each"]);
      expect(stand.setLanguage).toHaveBeenCalledExactlyOnceWith({ language: "de" });
    });

    it("is led to the page of now where it is gone meanwhile", async () => {
      const pressed = await post("/each", { __action: "sure~99" });
      const confirmed = await post("/each", { __action: "sure~99", __confirmed: "yes" });
      expect([pressed, confirmed].map(placeOf)).toEqual(Array(2).fill([303, "/each"]));
      expect(stand.setLanguage).not.toHaveBeenCalled();
    });

    it("carries what was typed, but no code", async () => {
      stand.step = "token";
      const typed = { username: "ann", token: "canary-1234", other: "canary" };
      const answer = await post("/wizard", { __step: "token", __action: "sure", ...typed });
      expect(pageStateOf(answer)?.asked).toEqual({ action: "sure", values: { username: "ann" } });
      expect(answer.text).not.toContain("canary");
    });
  });

  describe("an answer that is told once", () => {
    it("is the page itself, at its step, with its message", async () => {
      const answer = await post("/told?id=abc", {});
      expect(stand.redeem).toHaveBeenCalledExactlyOnceWith({ id: "abc" });
      expect(answer.status).toBe(200);
      expect(pageStateOf(answer)).toMatchObject({
        screen: "told",
        query: { id: "abc" },
        view: { ...codes, step: "codes" },
        say: "messages.languageChanged",
        problems: {},
      });
    });

    it("is kept by no cache, and gone when the address is asked for again", async () => {
      const browser = server().browser();
      const answer = await post("/told?id=abc", {}, browser);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(pageStateOf(await browser.send("/told?id=abc"))?.view).toEqual({});
    });
  });

  describe("a form without a call of its own", () => {
    it.each([
      ["ann", "/"],
      ["bob", "/account/login"],
    ])("leads where %s chooses", async (username, location) => {
      expect(placeOf(await post("/choice", { username }))).toEqual([303, location]);
    });
  });
});
