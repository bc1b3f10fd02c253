import { test as base, type Page } from "@playwright/test";
import { axeScript } from "../support/axe-script.ts";

export interface Gallery {
  page: Page;
  /** What the page wrote into its console. */
  heard: string[];
}

/** The window of the narrowest phone, which is 1280 px at 400 % (WCAG 2.2: 1.4.10). */
export const narrowest = { width: 320, height: 740 };

/** One page for all cells of a worker, which knows axe: a new one for each would take longer than to look. */
export const test = base.extend<Record<never, never>, { gallery: Gallery }>({
  gallery: [
    async ({ browser }, use, { project }) => {
      const { baseURL, contextOptions } = project.use;
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL && { baseURL }),
        viewport: narrowest,
      });
      const heard: string[] = [];
      context.on("console", (message) => heard.push(`${message.type()}: ${message.text()}`));
      context.on("weberror", (error) => heard.push(`uncaught: ${error.error().message}`));
      const page = await context.newPage();
      await page.addInitScript(axeScript);
      await use({ page, heard });
      await context.close();
    },
    { scope: "worker" },
  ],
});
