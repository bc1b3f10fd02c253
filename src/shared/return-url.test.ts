import { describe, expect, it } from "vitest";
import { fc } from "../../tests/support/samples.ts";
import { departure, isSitePath, returnUrlOf, withReturnUrl } from "./return-url.ts";

const origin = "https://signin.example";

const foreign = [
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n//evil.example",
  "/\r/evil.example",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  " //evil.example",
  "/ /evil.example",
  "http:evil.example",
  "https:/evil.example",
  "evil.example",
  "/..//evil.example",
  "/./\\evil.example",
  "/.//evil.example",
  "/account/..//evil.example",
  "/%09//evil.example\u0000",
  "\u00a0//evil.example",
  "/\u2028/evil.example",
  "",
  `/${"a".repeat(2048)}`,
];

/** What leads to another site, and what browsers read as that. */
const part = fc.constantFrom(
  "/",
  "//",
  "\\",
  ".",
  "..",
  "\t",
  "\r",
  "\n",
  "@",
  "https:",
  "javascript:",
  "evil.example",
);
const anyAddress = fc.oneof(
  fc.webUrl(),
  fc.tuple(fc.constantFrom("", "/"), fc.array(part)).map(([start, parts]) => start + parts.join("")),
);

describe("returnUrlOf", () => {
  const returned = (returnUrl: string) => returnUrlOf(new URLSearchParams({ returnUrl }));

  it.each(foreign)("turns %j into the default", (address) => {
    expect(isSitePath(address)).toBe(false);
    expect(returned(address)).toBe("/");
  });

  it.each([
    "/",
    "/account/login",
    "/connect/authorize/abc-_1",
    "/account/select?page=2&filter=a%20b",
    "/a#b",
    "/%2F%2Fevil.example",
  ])("keeps the site's own path %j", (address) => {
    expect(returned(address)).toBe(address);
  });

  it("never gives an address that a browser would resolve to another origin", () => {
    fc.assert(
      fc.property(anyAddress, (text) => {
        const url = new URL(returned(text), origin);
        expect([url.origin, new URL(url.pathname, origin).origin]).toEqual([origin, origin]);
        if (isSitePath(text)) expect(new URL(text, origin).origin).toBe(origin);
      }),
      { numRuns: 3000 },
    );
  });

  it("reads both spellings and skips what is not a path of this site", () => {
    expect(returnUrlOf(new URLSearchParams("ReturnUrl=%2Faccount"))).toBe("/account");
    expect(returnUrlOf(new URLSearchParams("returnUrl=https://evil.example&ReturnUrl=%2Fok"))).toBe("/ok");
    expect(returnUrlOf(new URLSearchParams("returnUrl=%2Fa&returnUrl=%2Fb"))).toBe("/a");
    expect(returnUrlOf(new URLSearchParams(""))).toBe("/");
  });
});

describe("withReturnUrl", () => {
  it("adds the address to a path that has a query already, and leaves the default out", () => {
    expect(withReturnUrl("/account/login?a=1", "/x?y=1")).toBe("/account/login?a=1&returnUrl=%2Fx%3Fy%3D1");
    expect(withReturnUrl("/account/login", "/")).toBe("/account/login");
  });
});

describe("departure", () => {
  const isScreen = (path: string) => path === "/account/select" || path === "/account/login/local";

  it.each([
    ["/account/select?cid=1", { kind: "router", url: "/account/select?cid=1" }],
    [`${origin}/account/select`, { kind: "router", url: "/account/select" }],
    ["/account/login/local", { kind: "document", url: "/account/login/local" }],
    ["/connect/authorize/1", { kind: "detour", url: "/connect/authorize/1" }],
    ["https://payroll.example/cb?code=1", { kind: "document", url: "https://payroll.example/cb?code=1" }],
    ["http://127.0.0.1:5000/cb?code=1", { kind: "document", url: "http://127.0.0.1:5000/cb?code=1" }],
    [`${origin}//evil.example`, { kind: "refused" }],
    ["javascript:alert(1)", { kind: "refused" }],
    ["data:text/html,x", { kind: "refused" }],
    ["blob:https://signin.example/1", { kind: "refused" }],
    ["https://", { kind: "refused" }],
  ])("leads %j on as the specification says", (target, expected) => {
    expect(departure(target, origin, isScreen)).toEqual(expected);
  });

  it("lets only http and https or paths of this site pass", () => {
    fc.assert(
      fc.property(anyAddress, (target) => {
        const way = departure(target, origin, isScreen);
        if (way.kind === "refused") return;
        expect(isSitePath(way.url) || /^https?:\/\//.test(way.url)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
