import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, passwordOf, test } from "./fixtures.ts";
import { visit } from "./on-page.ts";

const file = new URL("../../screens.config.json", import.meta.url);
const { screens } = JSON.parse(readFileSync(file, "utf8")) as { screens: Record<string, { path: string }> };
const paths = Object.values(screens).map(({ path }) => path);

test.describe("Behind every link the script shows what the server shows at its address", () => {
  test.use({ locale: "ar", viewport: { width: 360, height: 640 } });

  test("to a visitor", async ({ page }) => {
    expect(await followLinks(page, "/account/login")).toContain("/account/recover");
  });

  test("to somebody signed in", async ({ page, newUser }) => {
    const { username, password } = await newUser("several-customers");
    await visit(page, "/account/login");
    await page.locator('input[name="username"]').fill(username);
    await passwordOf(page).fill(password);
    await passwordOf(page).press("Enter");
    await page.waitForURL((url) => url.pathname !== "/account/login");
    expect(await followLinks(page, "/")).toContain("/account/select?page=2");
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
