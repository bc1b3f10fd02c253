import { test as base, type Page } from "@playwright/test";

export interface Gallery {
  page: Page;
  /** What the page wrote into its console. */
  heard: string[];
}

/** One page for all cells of a worker, as wide as the narrowest phone: a new one for each would take longer than to look. */
export const test = base.extend<Record<never, never>, { gallery: Gallery }>({
  gallery: [
    async ({ browser }, use, { project }) => {
      const { baseURL, contextOptions } = project.use;
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL && { baseURL }),
        viewport: { width: 320, height: 740 },
      });
      const heard: string[] = [];
      context.on("console", (message) => heard.push(`${message.type()}: ${message.text()}`));
      context.on("weberror", (error) => heard.push(`uncaught: ${error.error().message}`));
      await use({ page: await context.newPage(), heard });
      await context.close();
    },
    { scope: "worker" },
  ],
});
