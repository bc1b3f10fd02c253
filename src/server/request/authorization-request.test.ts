import { describe, expect, it } from "vitest";
import { remainingParams, requestHints, requestUid, wantsProofAnew } from "./authorization-request.ts";

const began = 1_000_000;
const before = { authenticatedAt: began - 1 };
const since = { authenticatedAt: began };

describe("requestHints", () => {
  it("reads the wishes of the sign-in page", () => {
    const params = { login_hint: "robin", ui_locales: "de  fr-CA", acr_values: "mfa tenant:c 1 idp:contoso" };
    expect(requestHints({ params })).toEqual({
      username: "robin",
      languages: ["de", "fr-CA"],
      customerId: "c",
      vendorId: "contoso",
    });
  });

  it.each([{}, { acr_values: "tenant: idp:", login_hint: ["a", "b"] }])("finds none in %j", (params) => {
    expect(requestHints({ params })).toEqual({
      username: null,
      languages: [],
      customerId: null,
      vendorId: null,
    });
  });
});

describe("wantsProofAnew", () => {
  const wants = (params: Record<string, unknown>, session: { authenticatedAt: number }, now = began) =>
    wantsProofAnew({ params, firstSeenAt: began }, session, now);

  it("wants none where nothing asks for it", () => {
    expect(wants({}, before)).toBe(false);
  });

  it("wants a new one for prompt=login until one was made since the request began", () => {
    expect(wants({ prompt: "consent login" }, before)).toBe(true);
    expect(wants({ prompt: "login" }, since)).toBe(false);
    expect(wants({ prompt: "login" }, since, began + 3_600_000)).toBe(false);
    expect(wants({ prompt: "login" }, since, began + 3_600_001)).toBe(true);
    expect(wants({ prompt: "select_account" }, before)).toBe(true);
    expect(wants({ prompt: "consent" }, before)).toBe(false);
  });

  it("wants a new one when max_age seconds have passed", () => {
    expect(wants({ max_age: "10" }, before, began + 9_999)).toBe(false);
    expect(wants({ max_age: "10" }, before, began + 10_000)).toBe(true);
    expect(wants({ max_age: "10" }, since, began + 60_000)).toBe(false);
    expect(wants({ max_age: "10" }, since, began + 3_600_001)).toBe(true);
    expect(wants({ max_age: "7200" }, since, began + 3_600_001)).toBe(false);
  });
});

describe("remainingParams", () => {
  const params = { client_id: "web", prompt: "login select_account consent", max_age: "5", state: "a b&c" };
  const remaining = (session: { authenticatedAt: number } | null, now = began) =>
    Object.fromEntries(remainingParams({ params, firstSeenAt: began }, session, now));

  it("asks for everything that was not met since the request began", () => {
    expect(remaining(null)).toEqual(params);
    expect(remaining(before)).toEqual(params);
  });

  it("asks for everything again where what was proven since is too old to have been proven for it", () => {
    expect(remaining(since, began + 3_600_001)).toEqual(params);
  });

  it("leaves out the sign-in that was made since, and nothing else", () => {
    expect(remaining(since)).toEqual({ client_id: "web", prompt: "consent", state: "a b&c" });
  });
});

describe("requestUid", () => {
  it("knows the addresses of requests from all others", () => {
    expect(requestUid("/connect/authorize/abc_DEF-1")).toBe("abc_DEF-1");
    for (const other of [
      "/connect/authorize",
      "/connect/authorize/",
      "/connect/authorize/a/b",
      "/",
      "/connect/authorize/a?b",
    ])
      expect(requestUid(other)).toBeUndefined();
  });
});
