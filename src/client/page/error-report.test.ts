// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import contract from "../../../schemas/calls/ReportError.json" with { type: "json" };

/** A module of its own for each test, as each page has. */
let page: typeof import("./error-report.ts");
let sent: { url: string; body: Record<string, unknown> }[];
let answer: () => Promise<Response>;

let headers: Headers;
let isSentToItsEnd: boolean | undefined;

beforeEach(async () => {
  vi.resetModules();
  page = await import("./error-report.ts");
  sent = [];
  answer = async () => Response.json({ supportCode: "AB12-CD34" });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) });
    headers = new Headers(init.headers);
    isSentToItsEnd = init.keepalive;
    return answer();
  });
  history.replaceState(null, "", "/account/link?id=canary-in-the-address");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function thrownAt(stack: string, message = "boom"): Error {
  return Object.assign(new Error(message), { stack });
}

it.each([
  [
    "Error: boom\n    at send (https://host.test/assets/app-1.js?v=2:12:345)\n    at x (y:1:2)",
    "https://host.test/assets/app-1.js",
    12,
    345,
  ],
  ["send@https://host.test/assets/app-1.js:7:8\nother@z", "https://host.test/assets/app-1.js", 7, 8],
])("reads file, line and column of the first place in %s", (stack, source, line, column) => {
  expect(page.reportOf(thrownAt(stack))).toMatchObject({ message: "boom", source, line, column });
});

it.each([
  ["just words", "just words"],
  [undefined, "undefined"],
  [{ a: 1 }, "[object Object]"],
])("reports whatever else is thrown: %j", (thrown, message) => {
  expect(page.reportOf(thrown)).toMatchObject({ message, source: "", line: 0, column: 0, stack: "" });
});

it("sends what the contract takes: the path alone, no secret, nothing too long", async () => {
  const token = "c2VjcmV0LXRva2VuLW9mLWEtbGluaw";
  const stack = `at x (https://host.test/a.js?state=${token}:1:2)\n${"at y\n".repeat(2000)}`;
  expect(await page.report(thrownAt(stack, `no ${token} ${"long ".repeat(200)}`))).toBe("AB12-CD34");
  const [{ url, body } = { url: "", body: {} }] = sent;
  expect(url).toBe("/api/Account/ReportError");
  expect(body).toMatchObject({ page: "/account/link", source: "https://host.test/a.js", line: 1, column: 2 });
  expect(Object.keys(body)).toEqual(expect.arrayContaining(contract.body.required));
  expect(String(body.message)).toHaveLength(500);
  expect(String(body.stack)).toHaveLength(4000);
  expect(JSON.stringify(body)).not.toMatch(/canary|c2VjcmV0/);
});

it("cuts where it happened, the page and the browser to what the contract takes", () => {
  const endless = "endless/".repeat(100);
  history.replaceState(null, "", `/${endless}`);
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(endless);
  const { source, page: path, browser } = page.reportOf(thrownAt(`at x (https://host.test/${endless}:1:2)`));
  const taken = contract.body.properties;
  expect(source).toHaveLength(taken.source.maxLength);
  expect(path).toHaveLength(taken.page.maxLength);
  expect(browser).toHaveLength(taken.browser.maxLength);
});

it("sends the same error once, and gives its code to everybody who asks", async () => {
  const error = thrownAt("at x (https://host.test/a.js:1:2)");
  expect(await Promise.all([page.report(error), page.report(error)])).toEqual(["AB12-CD34", "AB12-CD34"]);
  expect(sent).toHaveLength(1);
});

it("sends no more than five errors of one page", async () => {
  for (let count = 0; count < 20; count++) await page.report(new Error(`boom ${count}`));
  expect(sent).toHaveLength(5);
});

it("does not report that reporting failed", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await page.report(new Error("one"))).toBeUndefined();
  answer = async () => new Response("<h1>", { status: 200 });
  expect(await page.report(new Error("two"))).toBeUndefined();
  answer = async () => new Response("", { status: 429 });
  expect(await page.report(new Error("three"))).toBeUndefined();
  expect(sent).toHaveLength(3);
});

it("is sent to its end also where the page goes meanwhile", async () => {
  await page.report(new Error("boom"));
  expect(isSentToItsEnd).toBe(true);
});

it("leaves errors of the browser's extensions to them", async () => {
  await page.report(thrownAt("at x (chrome-extension://abc/content.js:1:2)"));
  expect(sent).toEqual([]);
});

it("says of itself what the app's calls say", async () => {
  await page.report(thrownAt("Error: boom"));
  expect(headers.get("accept")).toBe("application/json, application/problem+json");
  expect(headers.get("x-requested-with")).toBe("XMLHttpRequest");
});
