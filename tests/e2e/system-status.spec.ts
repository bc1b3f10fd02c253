import type { Locator, Page, Request } from "@playwright/test";
import { cutOff } from "../support/cut-off.ts";
import { expect, type Login, signInByKey, test, whenTakenOver } from "./fixtures.ts";
import { violations, whenClockMayLeap } from "./on-page.ts";

/** Signs in as somebody who runs the service, and chooses any customer on the way. */
async function openAs(page: Page, login: Login): Promise<void> {
  await page.goto("/account/login?returnUrl=%2Fdevops");
  await signInByKey(page, login);
  await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
  await page.locator('button[name="customerId"]').first().click();
  await expect(page).toHaveURL("/devops");
  await expect(page.getByRole("heading", { name: "Checks" })).toBeVisible();
}

/** The page anew, with a clock that the test moves. */
async function reopenWithClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/devops");
  await whenClockMayLeap(page);
}

/** How far below the top of the page something stands. */
const placeOf = (element: Locator) =>
  element.evaluate((node) => Math.round(node.getBoundingClientRect().top + scrollY));

/** The calls of the page for newer figures. */
function looksOf(page: Page): Request[] {
  const looks: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/Account/SystemStatus")) looks.push(request);
  });
  return looks;
}

/** As if the tab were behind another one, or in front again. */
async function show(page: Page, visibilityState: "visible" | "hidden"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visibilityState);
}

test.describe("The operations page", () => {
  test("tells a visitor the status and nothing else, and hints at nothing", async ({ page }) => {
    await page.goto("/devops");
    await whenTakenOver(page);
    await expect(page.getByRole("main")).toHaveText(
      /^System status(All systems work\.|The service works, but.*)$/,
    );
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.getByRole("complementary")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  });

  test("tells somebody of another vendor role no more", async ({ page, newUser }) => {
    await page.goto("/account/login");
    await signInByKey(page, await newUser("vendor-support"));
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await page.goto("/devops");
    await expect(page.getByRole("main")).toHaveText(
      /^System status(All systems work\.|The service works, but.*)$/,
    );
  });

  for (const [width, colorScheme, locale] of [
    [1280, "light", "en-GB"],
    [320, "dark", "de"],
    [360, "light", "ar"],
  ] as const) {
    test.describe(`at ${width} px, ${colorScheme}, ${locale}`, () => {
      test.use({ locale, colorScheme, viewport: { width, height: 800 } });

      test("is accessible and scrolls downwards only", async ({ page, newUser }) => {
        await page.goto("/account/login");
        await signInByKey(page, await newUser("vendor-operations"));
        await expect(page.locator('button[name="customerId"]').first()).toBeVisible();
        await page.goto("/devops");
        await whenTakenOver(page);
        await expect(page.locator("main svg[role=img]")).toHaveCount(3);
        expect(await cutOff(page)).toEqual([]);
        await page.locator("main summary").click();
        await expect(page.locator("main details tbody tr")).toHaveCount(60);
        expect(await violations(page)).toEqual([]);
      });
    });
  }

  test("writes the unit of its plots behind the figure, also from right to left", async ({ page }) => {
    await page.goto("/gallery/cell/devops/operator?language=he");
    const [figure, unit] = await page
      .locator("figure")
      .getByText(/^\u2068\d+\u2069 מ״ש$/)
      .evaluate(({ firstChild }) => {
        const text = firstChild as Text;
        return [text.data.search(/\d/), text.data.indexOf("מ")].map((at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        });
      });
    expect(unit).toBeLessThan(figure ?? 0);
  });

  test("shows in its plots and their table what has just happened", async ({ page, newUser }) => {
    await openAs(page, await newUser("vendor-operations"));
    const plot = page.getByRole("img", { name: /^Sign-ins / });
    await expect(plot).toHaveAccessibleName(
      /In the last hour: \d+\. Busiest minute: \d+, at \d\d:\d\d UTC\./,
    );
    await page.getByText("The figures as a table").click();
    await expect(page.getByRole("region", { name: "The figures as a table" })).toBeVisible();
    const signIns = page.locator("main details tbody td:nth-child(2)");
    const total = (await signIns.allTextContents()).reduce((sum, text) => sum + Number(text), 0);
    expect(total).toBeGreaterThan(0);
    await expect(plot).toHaveAccessibleName(new RegExp(`In the last hour: ${total}\\.`));
  });

  test("is printed without what nobody can press on paper, and with the table that was opened", async ({
    page,
    newUser,
  }) => {
    await openAs(page, await newUser("vendor-operations"));
    const pause = page.getByRole("button", { name: "Pause updates" });
    const summary = page.getByText("The figures as a table");
    await expect(pause).toBeVisible();
    await page.emulateMedia({ media: "print" });
    for (const control of [pause, summary]) await expect(control).toBeHidden();
    await expect(page.locator("main time")).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await summary.click();
    await page.emulateMedia({ media: "print" });
    await expect(summary).toBeHidden();
    await expect(page.locator("main details tbody tr").last()).toBeVisible();
    expect(await cutOff(page)).toEqual([]);
  });

  test("keeps itself new without moving anything, and rests while nobody looks", async ({
    page,
    newUser,
  }) => {
    await openAs(page, await newUser("vendor-operations"));
    await reopenWithClock(page);
    const looks = looksOf(page);
    const time = page.locator("main time");
    const lastHeading = page.getByRole("heading", { name: "Below the baseline" });
    const before = { time: await time.textContent(), place: await placeOf(lastHeading) };
    await page.getByText("The figures as a table").focus();
    await page.clock.runFor(16_000);
    await expect(time).not.toHaveText(before.time ?? "");
    // On a slow machine the page's own time goes on meanwhile.
    expect(looks.length).toBeGreaterThan(0);
    expect(await placeOf(lastHeading)).toBe(before.place);
    await expect(page.getByText("The figures as a table")).toBeFocused();

    await show(page, "hidden");
    const asked = looks.length;
    await page.clock.runFor(120_000);
    expect(looks).toHaveLength(asked);
    await show(page, "visible");
    await page.clock.runFor(100);
    await expect.poll(() => looks.length).toBeGreaterThan(asked);
  });

  test("can be paused, and goes on where it was", async ({ page, newUser }) => {
    await openAs(page, await newUser("vendor-operations"));
    await reopenWithClock(page);
    const looks = looksOf(page);
    await page.getByRole("button", { name: "Pause updates" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Updates are paused." })).toBeVisible();
    const asked = looks.length;
    await page.clock.runFor(60_000);
    expect(looks).toHaveLength(asked);
    await page.getByRole("button", { name: "Resume updates" }).click();
    await page.clock.runFor(16_000);
    await expect.poll(() => looks.length).toBeGreaterThan(asked);
  });
});

test.describe("The operations page of a service that does not answer", () => {
  test.use({ expectedMessage: /Failed to load resource/ });

  test("says so, keeps the figures, and asks again", async ({ page, newUser }) => {
    await openAs(page, await newUser("vendor-operations"));
    await reopenWithClock(page);
    const time = await page.locator("main time").textContent();
    await page.route(/SystemStatus/, (route) => route.abort(), { times: 1 });
    await page.clock.runFor(16_000);
    await expect(page.getByText("No newer figures: the service did not answer.")).toBeVisible();
    await expect(page.locator("main time")).toHaveText(time ?? "");
    await page.clock.runFor(16_000);
    await expect(page.locator("main time")).not.toHaveText(time ?? "");
    await expect(page.getByText("No newer figures: the service did not answer.")).toHaveCount(0);
  });
});

test.describe("The operations page without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("shows everything, and says how to see it anew", async ({ page, newUser }) => {
    await openAs(page, await newUser("vendor-operations"));
    await expect(page.locator("main svg[role=img]")).toHaveCount(3);
    await expect(page.getByText("Reload the page for newer figures.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pause updates" })).toBeHidden();
    await page.getByText("The figures as a table").click();
    await expect(page.locator("main details tbody tr")).toHaveCount(60);
  });
});
