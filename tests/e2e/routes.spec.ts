import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, signInByKey, test, whenTakenOver } from "./fixtures.ts";
import { expectFits, violations, visit } from "./on-page.ts";

interface ScreenEntry {
  path: string;
  access?: string;
  redirect?: string;
}

const file = new URL("../../screens.config.json", import.meta.url);
const { screens } = JSON.parse(readFileSync(file, "utf8")) as { screens: Record<string, ScreenEntry> };
const open = Object.entries(screens).filter(
  ([, { path, access, redirect }]) => access !== "authenticated" && redirect === undefined && path !== "*",
);

test.describe("Every route of the specification", () => {
  for (const [id, { path }] of open) {
    test(`${path} (${id}) shows its screen, accessible, without sideways scrolling at 320 px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await whenTakenOver(page);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveCount(1);
      await expect(heading).not.toBeEmpty();
      expect(await page.title()).toContain(await heading.textContent());
      await expectFits(page);
    });
  }

  for (const path of ["/account/select", "/account/registerdevice", "/account/change-password"]) {
    test(`${path} without a signed-in user leads to access denied with the full path as return address`, async ({
      page,
    }) => {
      await page.goto(`${path}?page=2`);
      const url = new URL(page.url());
      expect(url.pathname).toBe("/error/access-denied");
      expect(url.searchParams.get("returnUrl")).toBe(`${path}?page=2`);
    });
  }

  test("/account/ leads to the sign-in page and keeps the return address", async ({ page }) => {
    await page.goto("/account/?ReturnUrl=%2Faccount%2Fselect");
    await expect(page).toHaveURL("/account/login?returnUrl=%2Faccount%2Fselect");
  });

  test("/account/logout with nobody signed in says that it is done and asks nothing", async ({ page }) => {
    await page.goto("/account/logout");
    await expect(page).toHaveURL("/account/loggedout");
    await expect(page.getByRole("heading", { name: "You are logged out." })).toBeVisible();
  });

  test("/redirect follows a path of this site and refuses every other", async ({ page }) => {
    await page.goto("/redirect?returnUrl=%2Ferror%2Fnotfound");
    await expect(page).toHaveURL("/error/notfound");
    await page.goto("/redirect?returnUrl=https%3A%2F%2Fevil.example%2F");
    await expect(page).toHaveURL("/");
  });
});

test.describe("Behind every link the script shows what the server shows at its address", () => {
  test.use({ locale: "ar", viewport: { width: 360, height: 640 } });

  test("to a visitor", async ({ page }) => {
    expect(await followLinks(page, "/account/login")).toContain("/account/recover");
  });

  test("to somebody signed in", async ({ page, newUser }) => {
    await visit(page, "/account/login");
    await signInByKey(page, await newUser("several-customers"));
    await page.waitForURL((url) => url.pathname !== "/account/login");
    expect(await followLinks(page, "/")).toContain("/account/select?page=2");
  });
});

test("what axe holds against a page of ours is found", async ({ page }) => {
  await page.goto("/account/login");
  await whenTakenOver(page);
  await page.evaluate(() => {
    const [input, button] = ["input", "button"].map((name) => document.createElement(name));
    document.querySelector("h1")?.after(input ?? "", button ?? "");
  });
  const found = await violations(page);
  expect(found.map((line) => line.split(":")[0])).toEqual(["button-name", "label"]);
});

test.describe("An address that no screen has", () => {
  test.use({ expectedMessage: /status of 404/ });

  test("an unknown address shows the not-found screen in place with status 404", async ({ page }) => {
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveURL(/\/no\/such\/page$/);
    await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  });
});

/** Follows the links to our own screens, of this page and of those behind them, each address once, and gives them. */
async function followLinks(page: Page, first: string): Promise<string[]> {
  const direct = await page.context().newPage();
  const addresses = new Set([first]);
  for (const start of addresses) {
    await visit(page, start);
    for (const address of await ownLinks(page)) {
      if (addresses.has(address)) continue;
      addresses.add(address);
      await visit(direct, address);
      const shown = await shownOn(direct);
      await page.locator(`a[href="${address}"]:visible`).first().click();
      await expect.poll(() => shownOn(page), `${start} → ${address}`).toEqual(shown);
      await visit(page, start);
    }
  }
  return [...addresses];
}

async function ownLinks(page: Page): Promise<string[]> {
  const links = await page
    .locator("a[href]:visible")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const paths = Object.values(screens).map(({ path }) => path);
  return links.filter((link) => paths.includes(link.replace(/[?#].*/, "")));
}

/** The title and what a screen reader is told, but for what the way there may change: the focus, a name taken along, a support code. */
async function shownOn(page: Page): Promise<string[]> {
  const told = (await page.locator("body").ariaSnapshot())
    .replace(/ \[active\]/g, "")
    .replace(/(- textbox "[^"]*"): .*/g, "$1")
    .replace(/\b\w{4}-\w{4}\b/g, "code");
  return [await page.title(), ...told.split("\n")];
}
