import { expect, it } from "vitest";
import { isTelemetryPath } from "./telemetry-path.ts";

it.each([
  "/",
  "/devops",
  "/error",
  "/error/notfound",
  "/redirect?returnUrl=/account/login",
  "/accounting",
  "/my/account",
  "/oidc",
  "/no/such/page",
])("counts %s", (path) => {
  expect(isTelemetryPath(path)).toBe(true);
});

it.each([
  "/account",
  "/account/",
  "/account/login",
  "/account?x=1",
  "/account#x",
  "/Account",
  "/ACCOUNT/Login",
  "//account",
  "/\\account",
  "/./account",
  "/error/../account/login",
  "/%61ccount",
  "/%41CCOUNT/login",
  "/account%2Flogin",
  "/%2561ccount",
  "/%252561ccount",
  "/ａccount",
  "/signin-oidc/contoso",
  "/signout-callback-oidc/contoso",
  "/foo-oidc",
  "/foo-OIDC/bar",
  "/foo%2Doidc",
  "/foo-%6fidc",
  "/x/y-oidc-z",
])("leaves out %s", (path) => {
  expect(isTelemetryPath(path)).toBe(false);
});

it.each(["", "account", "https://x.test/", "/%", "/%zz", "/%25252561ccount", "*"])(
  "leaves out what is no path: %j",
  (path) => {
    expect(isTelemetryPath(path)).toBe(false);
  },
);
