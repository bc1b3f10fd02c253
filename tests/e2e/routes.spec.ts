import { readFileSync } from "node:fs";
import { expect, test, whenTakenOver } from "./fixtures.ts";
import { expectFits, violations } from "./on-page.ts";

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
