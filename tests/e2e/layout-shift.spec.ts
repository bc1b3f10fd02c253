import type { Page } from "@playwright/test";
import { repositoryCells, showCell } from "../support/gallery-cells.ts";
import { application, expect, holdBack, test, whenTakenOver } from "./fixtures.ts";

/** Notes what moves by itself, as browsers report it (Layout Instability, CLS). Gives what reads it, each once. */
async function watchShifts(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        const moved = entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80));
        // Also what follows a press at once: the browser would forgive it, a person who reads would not.
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // What moved last is reported with a frame after it.
      for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
      return (globalThis as unknown as { shifts: unknown[] }).shifts.splice(0);
    });
}

/** Counts what places of announcements are filled with from now on: each filling is read aloud, also with the same words. */
async function countAnnounced(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { announced: 0 });
    const isPlace = ({ target }: MutationRecord) =>
      target instanceof Element && target.closest("[role=alert]") !== null;
    new MutationObserver((records) => {
      const fillings = records.filter((record) => isPlace(record) && record.addedNodes.length > 0);
      (globalThis as unknown as { announced: number }).announced += fillings.length;
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { announced: number }).announced);
}

interface Shift {
  value: number;
  sources: { node: Node | null }[];
}

test("nothing moves by itself on any screen", async ({ page }) => {
  const cells = (await repositoryCells()).filter(
    ({ kind, id }) => kind === "screen" && id.endsWith("/empty"),
  );
  test.setTimeout(cells.length * 5000);
  const shifts = await watchShifts(page);
  for (const [index, cell] of cells.entries()) {
    // Each screen once: each width with each direction.
    await page.setViewportSize({ width: index % 4 < 2 ? 360 : 1280, height: 740 });
    const isArabic = index % 2 === 1;
    await showCell(page, cell, isArabic ? { language: "ar", partner: "qamar", scheme: "dark" } : {});
    expect.soft(await shifts(), cell.id).toEqual([]);
  }
});

test.describe("an answer that comes late", () => {
  // What the browser itself says of a refusal.
  test.use({ expectedMessage: /status of 400/ });

  for (const [what, start, width, name] of [
    ["form", "/account/login", 1280, "nobody.here"],
    ["form above a footer", `${application}/sign-in?client=payroll-northwind`, 360, "nobody.there"],
  ] as const)
    test(`lets the ${what} glide down instead of pushing it`, async ({ page }) => {
      await page.setViewportSize({ width, height: 1040 });
      const shifts = await watchShifts(page);
      await page.goto(start);
      await whenTakenOver(page);
      const announced = await countAnnounced(page);
      const refusal = page.getByRole("alert").filter({ hasText: "is not right" });
      await page.getByRole("textbox", { name: "User name" }).fill(name);
      await page.getByLabel("Password", { exact: true }).fill("not-the-password");
      for (const refusals of [0, 1, 2]) {
        const login = await holdBack(page, "**/api/Account/Login?*");
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await login.asked;
        // The message of the refusal before stands until the answer, so that not even the press moves anything.
        await expect(refusal).toHaveCount(Math.min(refusals, 1));
        expect(await shifts()).toEqual([]);
        const before = await announced();
        login.release();
        await expect.poll(announced).toBe(before + 1);
        await expect(refusal).toBeVisible();
        expect(await shifts()).toEqual([]);
      }
    });
});
