import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  application,
  expect,
  holdBack,
  passwordOf,
  signIn,
  signInByKey,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";

const manifestFile = new URL("../../build/client/.vite/manifest.json", import.meta.url);
const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Record<
  string,
  { file: string; name?: string }
>;

/** Address of what is made of a source, or of a slice of the script. */
function fileOf(source: string): string {
  const slice = /^(?:slices\/)?([\w-]+)\.tsx?$/.exec(source)?.[1];
  const file = (manifest[source] ?? Object.values(manifest).find(({ name }) => name === slice))?.file;
  if (file === undefined) throw new Error(`The build has no ${source}`);
  return `**/${file}`;
}

/** What the sign-in page fetches after its first script, each with what the console says where it cannot be had. */
const pieces: Record<string, RegExp> = {
  "slices/react.ts": /goes on without its script/,
  "slices/styles.ts": /goes on without its script/,
  "first-screen.tsx": /goes on without its script/,
  "screens/form.tsx": /goes on without its script/,
  "virtual:form/login": /goes on without its script/,
  "slices/state.ts": /goes on without its app/,
  "slices/router.ts": /goes on without its app/,
  "app/app.tsx": /goes on without its app/,
};

test.describe("What cannot be fetched", () => {
  test.use({ expectedMessage: /goes on without|Failed to load resource|Failed to fetch|ERR_FAILED/ });

  for (const [source, said] of Object.entries(pieces)) {
    test(`is said in the console, and the person signs in without ${source}`, async ({ page, newUser }) => {
      const heard: string[] = [];
      page.on("console", (message) => heard.push(message.text()));
      await page.route(fileOf(source), (route) => route.abort());
      await startAtApplication(page);
      await expect.poll(() => heard.join("\n")).toMatch(said);
      await signIn(page, await newUser("plain"));
      await expect(page).toHaveURL(new RegExp(`^${application}`));
    });
  }

  test("keeps no other feature from starting: texts that are missing let the app work", async ({
    page,
    newUser,
  }) => {
    const heard: string[] = [];
    page.on("console", (message) => heard.push(message.text()));
    await page.route("**/catalogues/**", (route) => route.abort());
    await startAtApplication(page);
    await whenTakenOver(page);
    await expect.poll(() => heard.join("\n")).toMatch(/goes on without its translation/);
    await signIn(page, await newUser("plain"));
    await expect(page).toHaveURL(new RegExp(`^${application}`));
  });

  test("of the next screen comes with a new page instead", async ({ page }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    await page.route(fileOf("virtual:form/one-time-token-request"), (route) => route.abort());
    await page.locator('main a[href^="/account/login/ott"]').click();
    await expect(page).toHaveURL(/\/account\/login\/ott/);
    await expect(page.locator('main input[name="username"]')).toBeVisible();
  });
});

test.describe("What is fetched only when it is needed and cannot be", () => {
  test.use({ expectedMessage: /goes on without|Failed to load resource|status of 403/ });

  const offline = /No connection to the service/;

  const hear = (page: Page) => {
    const heard: string[] = [];
    page.on("console", (message) => heard.push(message.text()));
    return (said: RegExp) => expect.poll(() => heard.join("\n")).toMatch(said);
  };

  test("a panel: the page stands as the server made it, and its ways on work", async ({ page }) => {
    const says = hear(page);
    await page.route(fileOf("panels/error.tsx"), (route) => route.abort());
    await page.goto("/error/notfound");
    await says(/goes on without its script/);
    await page.getByRole("main").getByRole("link").first().click();
    await expect(page).toHaveURL("/");
  });

  test("the challenge: it is said, and what is typed stays", async ({ page }) => {
    const says = hear(page);
    await page.route(fileOf("app/captcha/challenge-prompt.tsx"), (route) => route.abort());

    await page.route(/Account\/Login\?/, (route) =>
      route.fulfill({
        status: 403,
        json: { type: "captcha-required", title: "", status: 403, version: 1, siteKey: null },
      }),
    );
    await page.goto("/account/login");
    await whenTakenOver(page);
    await usernameOf(page).fill("somebody");
    await passwordOf(page).fill("something");
    await passwordOf(page).press("Enter");
    await expect(page.getByText(offline)).toBeVisible();
    await says(/goes on without its captcha/);
    await expect(passwordOf(page)).toHaveValue("something");
  });

  test("the secure sign-in: it is said", async ({ page }) => {
    const says = hear(page);
    await page.route(fileOf("app/ceremony.ts"), (route) => route.abort());
    await page.goto("/account/login/secure");
    await whenTakenOver(page);
    await page.getByRole("button", { name: "Use this device or key" }).click();
    await expect(page.getByText(offline)).toBeVisible();
    await says(/goes on without its next step/);
  });

  test("the calendar: the date can be typed", async ({ page }) => {
    const says = hear(page);
    await page.route(fileOf("fields/date/calendar.tsx"), (route) => route.abort());
    await page.goto(`${application}/sign-in?client=payroll-northwind`);
    await page.getByRole("button", { name: "Sign in with Contoso" }).click();
    await page.getByRole("button", { name: "Continue as Stan Stranger" }).click();
    await whenTakenOver(page);
    await page.getByRole("button", { name: "Open the calendar" }).click();
    await says(/goes on without its calendar/);
    const birth = page.locator('input[type="date"]');
    await birth.fill("1984-02-29");
    await expect(birth).toHaveValue("1984-02-29");
  });
});

test.describe("A server that is newer than the page", () => {
  test.use({ expectedMessage: /Failed to load resource/ });

  test("refuses in its own words what the page has none for", async ({ page, newUser }) => {
    await page.route(/Account\/Login\?/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace("problems.signInFailed", "problems.ofNextYear");
      await route.fulfill({ response: answer, body });
    });
    await page.goto("/account/login");
    await whenTakenOver(page);
    await signIn(page, { ...(await newUser("plain")), password: "not this one" });
    await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveText(
      "The user name or the password is not right. Please check both and try again.",
    );
  });
});

// Firefox ends what is on the line as soon as a page is being left; here it is ended by hand at the same moment.
test.describe("What is ended because the page is left", () => {
  test.use({ expectedMessage: /Failed to load resource/ });

  /** Ends what is held back, and gives the page the time to do something about it. */
  const endAndHear = async (page: Page, held: { release(): void }) => {
    const ended = page.waitForEvent("requestfailed");
    held.release();
    await ended;
    await page.request.get("/healthz");
  };

  test("takes no sign-in back that is on its way for a language that was chosen before", async ({ page }) => {
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.method() === "POST")
        posts.push(`${new URL(request.url()).pathname} ${request.postData()}`);
    });
    const script = await holdBack(page, fileOf("first-screen.tsx"), "abort");
    const signingIn = await holdBack(page, "**/account/login");
    await page.route("**/account/login", (route) =>
      route.request().method() === "GET" ? route.continue() : route.fallback(),
    );
    await page.goto("/account/login", { waitUntil: "commit" });
    await script.asked;
    await page.locator('select[name="__language"]').selectOption("de");
    await usernameOf(page).fill("somebody");
    await passwordOf(page).fill("something");
    await passwordOf(page).press("Enter", { noWaitAfter: true });
    await signingIn.asked;
    await endAndHear(page, script);
    await page.unroute(fileOf("first-screen.tsx"));
    signingIn.release();
    await whenTakenOver(page);
    await expect(usernameOf(page)).toHaveValue("somebody");
    expect(posts).toEqual([expect.stringContaining("username=somebody")]);
  });

  test("takes nobody back to the screen that was on its way before", async ({ page }) => {
    const visits: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) visits.push(new URL(request.url()).pathname);
    });
    await page.goto("/account/login");
    await whenTakenOver(page);
    const form = await holdBack(page, fileOf("virtual:form/one-time-token-request"), "abort");
    const elsewhere = await holdBack(page, "**/account/recover");
    await page.locator('main a[href^="/account/login/ott"]').click();
    await form.asked;
    await page.evaluate(() => location.assign("/account/recover"));
    await elsewhere.asked;
    await endAndHear(page, form);
    elsewhere.release();
    await expect(page).toHaveURL(/account\/recover/);
    expect(visits).toEqual(["/account/login", "/account/recover"]);
  });

  test("is no missing connection", async ({ page }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    const call = await holdBack(page, "**/api/Account/Login?*", "abort");
    const next = await holdBack(page, "**/account/recover");
    await usernameOf(page).fill("somebody");
    await passwordOf(page).fill("something");
    await passwordOf(page).press("Enter");
    await call.asked;
    await page.evaluate(() => {
      const seen = () => sessionStorage.setItem("seen", document.body.innerText);
      new MutationObserver(seen).observe(document.body, { subtree: true, childList: true });
      seen();
      location.assign("/account/recover");
    });
    await next.asked;
    await endAndHear(page, call);
    next.release();
    await expect(page).toHaveURL(/account\/recover/);
    const seen = await page.evaluate(() => sessionStorage.getItem("seen"));
    expect(seen).toContain("Password");
    expect(seen).not.toContain("No connection to the service.");
  });
});

test.describe("Styles from right to left that cannot be fetched", () => {
  test.use({ locale: "ar", expectedMessage: /goes on without its script|Failed to load resource/ });

  test("leave the page as the server made it, and the person signs in", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await page.route(fileOf("look/right-to-left.ts"), (route) => route.abort());
    await page.goto("/account/login");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await signInByKey(page, person);
    await expect(page).not.toHaveURL(/account\/login/);
  });
});

test.describe("An error that nothing caught", () => {
  test.use({ expectedMessage: /boom|status of 500/ });

  test("is told to the server with its place and without secrets, once", async ({ page }) => {
    const reports: Record<string, unknown>[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/ReportError")) reports.push(request.postDataJSON());
    });
    await page.goto("/error/notfound?id=Zm9vYmFyYmF6cXV4-canary7");
    await whenTakenOver(page);
    const answered = page.waitForResponse(/ReportError/);
    await page.evaluate(() => {
      const fail = () => {
        throw new TypeError("boom at https://x.test/?state=canary7");
      };
      setTimeout(fail);
      setTimeout(fail, 50);
      setTimeout(() => void Promise.reject(new Error("boom refused")), 100);
    });
    expect((await answered).status()).toBe(200);
    await expect.poll(() => reports.length).toBe(2);
    // In whatever order the browser sends both.
    expect(reports).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          message: "boom at https://x.test/[…]",
          page: "/error/notfound",
          line: expect.any(Number),
        }),
        expect.objectContaining({ message: "boom refused" }),
      ]),
    );
    expect(JSON.stringify(reports)).not.toContain("canary7");
  });

  test("before the script has arrived is told as well", async ({ page }) => {
    await page.route(fileOf("first-screen.tsx"), (route) =>
      route.fulfill({ contentType: "text/javascript", body: 'throw new Error("boom in a module")' }),
    );
    const [report] = await Promise.all([page.waitForRequest(/ReportError/), page.goto("/account/login")]);
    expect(report.postDataJSON()).toMatchObject({ message: "boom in a module", line: 1 });
  });

  test("on a screen that it breaks is shown with the support code, and a way to try again", async ({
    page,
  }) => {
    await page.route(fileOf("panels/error.tsx"), (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: 'export function Panel() { throw new Error("boom while drawing"); }',
      }),
    );
    const answered = page.waitForResponse(/ReportError/);
    await page.goto("/error/notfound");
    const { supportCode } = await (await answered).json();
    await expect(page.getByText("This page could not be shown. Please try again.")).toBeVisible();
    await expect(page.getByText(`Support code: ${supportCode}`)).toBeVisible();
    await page.unroute(fileOf("panels/error.tsx"));
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
    await page.reload();
    await whenTakenOver(page);
    await expect(page.getByText("This page could not be shown.")).toHaveCount(0);
  });

  test("in the app leaves the page, which signs in without it", async ({ page, newUser }) => {
    await page.route(fileOf("app/app.tsx"), (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: 'export function App() { throw new Error("boom in the app"); }',
      }),
    );
    const report = page.waitForRequest(/ReportError/);
    await startAtApplication(page);
    expect((await report).postDataJSON()).toMatchObject({ message: "boom in the app" });
    await signIn(page, await newUser("plain"));
    await expect(page).toHaveURL(new RegExp(`^${application}`));
  });

  test("that cannot be told ends there", async ({ page }) => {
    let asked = 0;
    await page.route(/ReportError/, (route) => {
      asked += 1;
      return route.fulfill({ status: 500, body: "" });
    });
    await page.goto("/account/login");
    await whenTakenOver(page);
    await page.evaluate(() => {
      for (let count = 0; count < 20; count++)
        setTimeout(() => {
          throw new Error(`boom ${count}`);
        });
    });
    await expect.poll(() => asked).toBe(5);
    // What is asked for after all errors has come: another report would have been asked for before.
    await page.evaluate(async () => (await fetch("/healthz")).text());
    expect(asked).toBe(5);
  });
});
