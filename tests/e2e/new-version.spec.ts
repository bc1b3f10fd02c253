import { readFile } from "node:fs/promises";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect, passwordOf, signIn, test, usernameOf, whenTakenOver } from "./fixtures.ts";
import { expectFits, heading, visit } from "./on-page.ts";

const newVersion = "A new version of the app is available, click on reload button to update.";
const prompt = (page: Page): Locator => page.locator("#toasts").getByText(newVersion);
const reload = (page: Page): Locator => page.getByRole("button", { name: "Reload" });

/** Opens the sign-in page and waits until the worker of its version is there. */
async function firstVisit(page: Page): Promise<void> {
  await visit(page, "/account/login");
  await page.waitForFunction(() => performance.getEntriesByName("vestibule:offline-ready").length > 0);
}

/** Another version of the worker, at an address of its own, because browsers look for changes past every test. */
const nextAddress = "/service-worker.js?next";

/** Lets the test register workers too; the pages' own policy knows one address. */
async function openPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const factory = Reflect.get(window, "trustedTypes");
    const create = factory.createPolicy.bind(factory);
    factory.createPolicy = (name: string, rules: { createScriptURL(): string }) => {
      const policy = create(name, {
        createScriptURL: (address: string) => address || rules.createScriptURL(),
      });
      Reflect.set(window, "testPolicy", policy);
      return policy;
    };
  });
}

/** Has the browser find a worker of another text in the place of the one that it has. */
async function deploy(page: Page, change: (text: string) => string): Promise<void> {
  await page.context().route(`**${nextAddress}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  // The app makes it once nothing else is to be done.
  await page.waitForFunction(() => Reflect.has(window, "testPolicy"));
  await page.evaluate(async (address) => {
    await navigator.serviceWorker.register(Reflect.get(window, "testPolicy").createScriptURL(address));
  }, nextAddress);
}

/** The worker of a version that does not know the script that pages come with. */
function newer(text: string): string {
  return text.replace(/"vestibule-\w+"/, '"vestibule-next"').replace(/"\/assets\/entry-browser[^"]*",/, "");
}

/** Addresses of pages that the browser asks for from now on. */
function countLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  return loads;
}

const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test.use({ serviceWorker: true });
test.beforeEach(({ context }) => openPolicy(context));

test.describe("The service worker", () => {
  test.use({ expectedMessage: /The service worker is switched off/ });

  test("keeps the scripts of the build, and nothing of the person who signs in", async ({
    page,
    newUser,
  }) => {
    await firstVisit(page);
    const kept = await cached(page);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter((path) => !/^\/assets\/[\w.-]+\.js$/.test(path))).toEqual([]);
    await page.reload();
    await signIn(page, await newUser("vendor-support"));
    await expect(heading(page, "Choose a customer")).toBeVisible();
    await page.goto("/account/select");
    await expect(page.locator('button[name="customerId"]').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    expect(await cached(page)).toEqual(kept);
  });

  test("leaves when it is switched off, with what it kept", async ({ page, context }) => {
    await firstVisit(page);
    await page.reload();
    await whenTakenOver(page);
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const leaving = await readFile("src/server/pages/service-worker/leave.js", "utf8");
    await context.route("**/service-worker.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: leaving }),
    );
    await deploy(page, () => leaving);
    await expect.poll(() => cached(page)).toEqual([]);
    const registered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(registered).toBe(0);
    await page.reload();
    await whenTakenOver(page);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await expect(prompt(page)).toHaveCount(0);
  });
});

test.describe("A new version", () => {
  test("is offered, and a press loads it once; what is typed stays, but for the password", async ({
    page,
  }) => {
    await firstVisit(page);
    await expect(page.locator("#toasts")).toBeEmpty();
    await usernameOf(page).fill("anna.birch");
    await passwordOf(page).fill("typed");
    await page.getByLabel("Remember my user name on this device").check();
    await deploy(page, newer);
    await expect(prompt(page)).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    const loads = countLoads(page);
    await reload(page).click();
    await expect.poll(() => loads).toHaveLength(1);
    await whenTakenOver(page);
    await expect(usernameOf(page)).toHaveValue("anna.birch");
    await expect(passwordOf(page)).toHaveValue("");
    await expect(page.getByLabel("Remember my user name on this device")).toBeChecked();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe("{}");
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toMatch(/^activat/);
    await page.waitForLoadState("networkidle");
    expect(loads).toHaveLength(1);
  });

  test("is waited for, with the button busy, but not for ever", async ({ page }) => {
    await firstVisit(page);
    await deploy(page, (text) => newer(text).replace("skipWaiting()", "undefined"));
    await expect(prompt(page)).toBeVisible();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const loads = countLoads(page);
    await reload(page).click();
    await expect(reload(page)).toHaveAttribute("aria-busy", "true");
    expect(loads).toEqual([]);
    await page.clock.fastForward(5000);
    await expect.poll(() => loads).toHaveLength(1);
  });

  test("goes away when it is dismissed, and no page is loaded", async ({ page }) => {
    await firstVisit(page);
    const loads = countLoads(page);
    await deploy(page, newer);
    await expect(prompt(page)).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFits(page);
    await page.locator("#toasts").getByRole("button", { name: "Close" }).click();
    await expect(prompt(page)).toHaveCount(0);
    expect(loads).toEqual([]);
  });

  test("reloads the tab where it is pressed alone, and every other at its own press", async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    await firstVisit(page);
    await visit(other, "/account/recover");
    await deploy(page, newer);
    await expect(prompt(page)).toBeVisible();
    await expect(prompt(other)).toBeVisible();
    const [loads, others] = [countLoads(page), countLoads(other)];
    await reload(page).click();
    await expect.poll(() => loads).toHaveLength(1);
    await whenTakenOver(page);
    await expect(prompt(other)).toBeVisible();
    await other.getByRole("link", { name: "Back to sign-in" }).click();
    await expect(heading(other, "Sign in")).toBeVisible();
    expect(others).toEqual([]);
    await reload(other).click();
    await expect.poll(() => others).toHaveLength(1);
  });

  test("is no news to a page that came with it", async ({ page }) => {
    await firstVisit(page);
    await deploy(page, (text) => `${text}// another`);
    const active = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.waiting === null && registration.active?.scriptURL;
      });
    await expect.poll(active).toMatch(/next$/);
    await expect(page.locator("#toasts")).toBeEmpty();
  });
});

const broken = [
  ["missing", { status: 404, contentType: "text/html", body: "<h1>Not found</h1>" }],
  ["failing", { status: 500, contentType: "text/plain", body: "" }],
  ["garbage", { status: 200, contentType: "text/javascript", body: "}{ garbage" }],
  [
    "full of errors",
    { status: 200, contentType: "text/javascript", body: 'addEventListener("fetch", () => { throw 1; });' },
  ],
  [
    "never installed",
    {
      status: 200,
      contentType: "text/javascript",
      body: 'addEventListener("install", (event) => event.waitUntil(Promise.reject(1)));',
    },
  ],
] as const;

/** What can be wrong with the browser's storage of scripts, put before the real worker. */
const brokenCaches = {
  "cannot be opened": "caches.open = () => Promise.reject(new Error('no storage'));",
  "cannot be read": "caches.match = () => Promise.reject(new Error('no storage'));",
  "was emptied": "caches.match = () => Promise.resolve(undefined);",
};

test.describe("A broken service worker", () => {
  // What the browser and the page say of it.
  test.use({
    expectedMessage:
      /service-worker|bad HTTP response|without its updates|script resource|uncaught: 1|Uncaught 1/i,
  });

  for (const [kind, answer] of broken) {
    test(`keeps nobody from signing in: one that is ${kind}`, async ({ page, context, newUser }) => {
      await context.route("**/service-worker.js", (route) => route.fulfill(answer));
      await visit(page, "/account/login");
      await page.waitForLoadState("networkidle");
      await page.reload();
      await signIn(page, await newUser("plain"));
      await expect(heading(page, "Welcome")).toBeVisible();
    });
  }

  for (const [kind, broken] of Object.entries(brokenCaches)) {
    test(`keeps nobody from signing in: one whose storage ${kind}`, async ({ page, context, newUser }) => {
      await context.route("**/service-worker.js", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${broken}\n${await answer.text()}` });
      });
      await visit(page, "/account/login");
      await page.waitForLoadState("networkidle");
      await page.reload();
      await signIn(page, await newUser("plain"));
      await expect(heading(page, "Welcome")).toBeVisible();
    });
  }
});
