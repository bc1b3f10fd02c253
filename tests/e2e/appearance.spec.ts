import type { Page } from "@playwright/test";
import { colourSchemeCookie } from "../../src/shared/colour-scheme.ts";
import { schemes } from "../../src/shared/palette.ts";
import { expect, holdBack, test, usernameOf, whenTakenOver } from "./fixtures.ts";

/** Both what the page paints and what the browser paints itself: lists, bars. */
async function expectScheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await expect(page.locator("html")).toHaveCSS("color-scheme", scheme);
  await expect(page.locator("body")).toHaveCSS("background-color", rgb(schemes[scheme].ground));
}

function rgb(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Chooses a scheme at a visit before. */
async function remember(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.goto("/account/login");
  await whenTakenOver(page);
  await page.getByLabel("Appearance").selectOption(scheme);
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain(`${colourSchemeCookie}=${scheme}`);
}

test.describe("The colour scheme", () => {
  test("is known before the first paint, follows the system and remembers a choice", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    const script = await holdBack(page, "**/assets/**");
    await page.goto("/account/login", { waitUntil: "commit" });
    await expectScheme(page, "dark");
    script.release();
    await whenTakenOver(page);
    await expectScheme(page, "dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expectScheme(page, "light");
    await page.getByLabel("Appearance").selectOption({ label: "Dark" });
    await expectScheme(page, "dark");
    const again = await holdBack(page, "**/assets/**");
    await page.reload({ waitUntil: "commit" });
    await expectScheme(page, "dark");
    await expect(page.getByLabel("Appearance")).toHaveValue("dark");
    again.release();
    await whenTakenOver(page);
    await expectScheme(page, "dark");
    await expect(page.getByLabel("Appearance")).toHaveValue("dark");
  });

  test("is the one that was chosen before the script arrived, although another is remembered", async ({
    page,
  }) => {
    await remember(page, "dark");
    const [script, app] = [await holdBack(page, "**/assets/**"), await holdBack(page, "**/assets/app-*.js")];
    await page.goto("/account/login", { waitUntil: "commit" });
    const menu = page.getByLabel("Appearance");
    await menu.selectOption("light");
    script.release();
    await app.asked;
    await expectScheme(page, "light");
    await expect(menu).toHaveValue("light");
    app.release();
    await whenTakenOver(page);
    await expectScheme(page, "light");
    await expect(menu).toHaveValue("light");
  });

  test("is the chosen one on a dark system, and automatic again when that is chosen", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await remember(page, "light");
    await page.goto("/account/login");
    await expectScheme(page, "light");
    await whenTakenOver(page);
    await page.getByLabel("Appearance").selectOption({ label: "Automatic" });
    await expectScheme(page, "dark");
    await page.reload();
    await expectScheme(page, "dark");
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("follows the system", async ({ page }) => {
      for (const scheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto("/account/login");
        await expectScheme(page, scheme);
      }
    });
  });
});

test("what is a picture alone says under the pointer what it does", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/account/login");
  const names = ["Language", "Appearance", "Show “Password”"];
  for (const name of names) await expect(page.getByTitle(name, { exact: true })).toBeVisible();
  // As the browser tells it to a screen reader.
  const tools = await page.context().newCDPSession(page);
  const { nodes } = await tools.send("Accessibility.getFullAXTree");
  const told = nodes.filter(({ name }) => names.includes(name?.value));
  expect(told.map(({ name }) => name?.value).sort()).toEqual([...names].sort());
  expect(told.map(({ description }) => description?.value ?? "").join("")).toBe("");
});

// What a page still asks for when its test is over is answered first.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "wait" }));

/** Gives what is asked of browsers a name that none knows, as if this one were older. */
async function unlearn(page: Page, known: string, unknown: string): Promise<void> {
  await page.route(/\/(account\/\w+|devops|assets\/.*)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(known, unknown) });
  });
}

// Firefox 114 to 120.
test("a wrong field has its border in a browser that does not know `:has`", async ({ page }) => {
  await unlearn(page, ":has(", ":had(");
  await page.goto("/account/login");
  await whenTakenOver(page);
  const box = usernameOf(page).locator("..");
  const before = await box.evaluate((element) => getComputedStyle(element).borderColor);
  await usernameOf(page).press("Enter");
  await expect(usernameOf(page)).toHaveAttribute("aria-invalid", "true");
  await expect(box).not.toHaveCSS("border-color", before);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  // An unknown function beside a variable unsets what was declared before it, too.
  test("colours that are mixed have others in their place in a browser that does not know `color-mix`", async ({
    page,
  }) => {
    await unlearn(page, "color-mix(", "colour-mix(");
    await page.goto("/account/login");
    await expect(page.locator('button[form="language"]')).toHaveCSS("border-style", "solid");
    const ground = rgb(schemes.light.ground);
    for (const path of ["/devops", "/account/loggedout"]) {
      await page.goto(path);
      await expect(page.locator("main svg").first().locator("..")).toHaveCSS("background-color", ground);
    }
  });
});

test("a menu shows that it has the focus in a browser that does not know `:has`", async ({ page }) => {
  await unlearn(page, ":has(", ":had(");
  await page.goto("/account/login");
  for (const name of ["Language", "Appearance"]) {
    const list = page.getByLabel(name);
    // Nothing of the list itself is seen, so no line around it either.
    await expect(list).toHaveCSS("opacity", "0");
    await list.focus();
    await expect(list.locator("..")).toHaveCSS("outline-style", "solid");
  }
});

test("pictures have the colour of their words where the system chooses the colours", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await remember(page, "light");
  await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
  await page.goto("/account/login");
  const picture = page.locator("main [data-icon=forward]").first();
  const [drawn, written] = await picture.evaluate((element) =>
    [element, element.parentElement ?? element].map((each) => getComputedStyle(each).color),
  );
  expect(drawn).toBe(written);
});

test("the bar of what is under way is seen where the system chooses the colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/account/login");
  await whenTakenOver(page);
  const user = await holdBack(page, "**/api/Account/User?*");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  const bar = page.getByRole("progressbar").locator("div");
  const ground = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  await expect(bar).not.toHaveCSS("background-color", ground);
  user.release();
});

test.describe("a plain page, such as that of an error", () => {
  test.use({ colorScheme: "dark", expectedMessage: /status of 404/ });

  test("is light on dark where the system is dark", async ({ page }) => {
    await page.goto("/partners/nobody/background");
    await expect(page.getByRole("heading")).toHaveCSS("color", "rgb(255, 255, 255)");
  });
});
