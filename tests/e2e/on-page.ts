import type { Locator, Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { axeScript } from "../support/axe-script.ts";
import { cutOff } from "../support/cut-off.ts";
import { application, expect, type Persona, whenTakenOver } from "./fixtures.ts";

/** What pages must fit into: language and direction, colours, width of the window. */
export const looks = (
  [
    ["de", "light", 1280],
    ["ar", "dark", 360],
    ["fr-CA", "dark", 320],
    ["es", "light", 320],
    ["he", "light", 320],
  ] as const
).map(([locale, colorScheme, width]) => ({
  name: `${locale}, ${colorScheme}, at ${width} pixels`,
  use: { locale, colorScheme, viewport: { width, height: 640 } },
}));

/** Opens an address and waits until the script has taken the page over. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await whenTakenOver(page);
}

/**
 * The script has taken the page over, and all is there that it fetches then: what is still on its way when the test's clock
 * leaps would be given up.
 */
export async function whenClockMayLeap(page: Page): Promise<void> {
  // The marks by which a take-over is told stand still with the clock.
  await page.locator("#toasts").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
}

/** Opens an address and holds the page's clock once all is there, a minute later. */
export async function visitAndHoldClock(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
  await whenClockMayLeap(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** The network is lost once all is there that a page fetches after its take-over: what it cannot fetch then is told in the console. */
export async function loseNetwork(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
}

/** The page's heading, if it says this. */
export function heading(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name });
}

/** The input of a field, by its name, which is the same in every language. */
export function field(page: Page, name: string): Locator {
  return page.locator(`main input[name="${name}"]`);
}

/** The button that says exactly this. */
export function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** Waits until somebody is signed in at the demo's application. */
export async function expectAtApplication(page: Page, { username }: Persona): Promise<void> {
  await expect(page).toHaveURL(`${application}/claims`);
  await expect(page.getByText(username).first()).toBeVisible();
}

/**
 * What axe finds on the page once it has come and faded in, by rule; nothing: an empty list. Frames are left out: what stands in
 * one is looked at by itself, or of other hands.
 */
export async function violations(page: Page): Promise<string[]> {
  // A dialog keeps its call waiting, and covers what shows that.
  const bar = page.locator("html:not(:has(dialog[open])) [role=progressbar]:not(main *)");
  for (;;) {
    await expect(bar).toHaveCount(0);
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.all(ending.map(({ finished }) => finished));
    });
    await page.evaluate(axeScript);
    const said = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
      const { violations: found } = await axe.run({ iframes: false, resultTypes: ["violations"] });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    });
    // What began to load while axe looked was no page at rest: it is looked at once more.
    if (!said.some((line) => line.includes('<div role="progressbar"'))) return said;
  }
}

/** The page is as wide as its window and cuts nothing off, and is accessible. */
export async function expectFits(page: Page): Promise<void> {
  expect(await cutOff(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
}
