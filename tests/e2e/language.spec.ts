import type { Page } from "@playwright/test";
import { expect, holdBack, passwordOf, test, usernameOf } from "./fixtures.ts";
import { expectFits, field, visit } from "./on-page.ts";

const menu = (page: Page) => page.locator('select[name="__language"]');

/** Titles of the sign-in page. */
const titles = { de: "Anmelden", es: "Iniciar sesión", "en-GB": "Sign in" } as const;

type Language = keyof typeof titles;

async function expectShown(page: Page, language: Language): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: titles[language] })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(menu(page)).toHaveValue(language);
}

/** What is typed before a language is chosen, and must still stand there afterwards. */
const typed = { username: "ada", password: "some words" };

async function type(page: Page): Promise<void> {
  await usernameOf(page).fill(typed.username);
  await passwordOf(page).fill(typed.password);
}

async function expectKept(page: Page): Promise<void> {
  await expect(field(page, "username")).toHaveValue(typed.username);
  await expect(passwordOf(page)).toHaveValue(typed.password);
}

/** Shown, remembered and nothing lost. */
async function expectChosen(page: Page, language: Language): Promise<void> {
  await expectShown(page, language);
  await expectKept(page);
  await page.reload();
  await expectShown(page, language);
}

test.describe("The language", () => {
  test("is the browser's where the partner offers it", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: "de-AT", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    await context.close();
  });

  test("changes without losing what is typed, and stays chosen", async ({ page }) => {
    await visit(page, "/account/login");
    await usernameOf(page).fill("ada");
    await passwordOf(page).fill("some words");
    await page.getByLabel("Language").selectOption("de");
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(field(page, "username")).toHaveValue("ada");
    await expect(passwordOf(page)).toHaveValue("some words");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
  });

  for (const language of ["ar", "he"]) {
    test(`turns the page around for ${language}, which is written from right to left`, async ({ page }) => {
      await visit(page, "/account/login");
      await page.getByLabel("Language").selectOption(language);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expectFits(page);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    });
  }

  test("changes without any script too", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await page.getByRole("button", { name: "Change language" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    await context.close();
  });
});

test.describe("A language that is chosen", () => {
  test("before the script has arrived is shown when it has", async ({ page }) => {
    const script = await holdBack(page, "**/assets/**");
    await page.goto("/account/login", { waitUntil: "commit" });
    await type(page);
    await menu(page).selectOption("de");
    script.release();
    await expectChosen(page, "de");
  });

  test("at the moment the script takes the page over is shown", async ({ page }) => {
    await page.addInitScript(() => {
      const listen = EventTarget.prototype.addEventListener;
      let isChosen = false;
      // React listens to the page's root when it begins to take it over, and goes on in a task of its own.
      EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
        listen.apply(this, given);
        if (isChosen || given[0] !== "change" || !(this instanceof Element) || this.id !== "root") return;
        isChosen = true;
        queueMicrotask(() => {
          const select = document.querySelector<HTMLSelectElement>('select[name="__language"]');
          if (select === null) return;
          select.value = "de";
          for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
        });
      };
    });
    const script = await holdBack(page, "**/assets/**");
    await page.goto("/account/login", { waitUntil: "commit" });
    await type(page);
    script.release();
    await expectChosen(page, "de");
  });

  test("before the app has arrived stands in the menu at once, and is shown when it has", async ({
    page,
  }) => {
    const app = await holdBack(page, "**/assets/app-*.js");
    await page.goto("/account/login", { waitUntil: "commit" });
    await app.asked;
    await type(page);
    await menu(page).selectOption("es");
    await menu(page).selectOption("de");
    await expect(menu(page)).toHaveValue("de");
    app.release();
    await expectChosen(page, "de");
  });

  test("while the texts of the first one are still on their way is shown, and stays", async ({ page }) => {
    const texts = await holdBack(page, "**/catalogues/**/en-GB.*");
    await page.goto("/account/login");
    await texts.asked;
    await type(page);
    await menu(page).selectOption("de");
    await expectShown(page, "de");
    const arrived = page.waitForResponse("**/catalogues/**/en-GB.*");
    texts.release();
    await (await arrived).finished();
    await page.unroute("**/catalogues/**/en-GB.*");
    await expectChosen(page, "de");
  });

  test("while the texts of another one are still on their way is shown, and stays", async ({ page }) => {
    const texts = await holdBack(page, "**/catalogues/**/es.*");
    await visit(page, "/account/login");
    await type(page);
    await menu(page).selectOption("es");
    await texts.asked;
    await menu(page).selectOption("de");
    await expectShown(page, "de");
    const arrived = page.waitForResponse("**/catalogues/**/es.*");
    texts.release();
    await (await arrived).finished();
    await expectChosen(page, "de");
  });

  for (const last of ["de", "en-GB"] as const) {
    test(`while the service is slow to hear of another one is the last it hears of: ${last}`, async ({
      page,
    }) => {
      const heard: (string | null)[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/SetLanguage"))
          heard.push(new URL(request.url()).searchParams.get("language"));
      });
      const told = await holdBack(page, "**/SetLanguage?*");
      await visit(page, "/account/login");
      await type(page);
      await menu(page).selectOption("es");
      await told.asked;
      await menu(page).selectOption("ar");
      await menu(page).selectOption(last);
      await expect(menu(page)).toHaveValue(last);
      told.release();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      expect(heard).toEqual(["es", last]);
      await expectChosen(page, last);
    });
  }

  test("while another screen is on its way is shown there", async ({ page }) => {
    await visit(page, "/account/login");
    const user = await holdBack(page, "**/api/Account/User?*");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await user.asked;
    await menu(page).selectOption("de");
    await expectShown(page, "de");
    user.release();
    await expect(page.getByRole("heading", { level: 1, name: "Passwort wiederherstellen" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
  });

  test("is shown after the way to another screen that was taken meanwhile", async ({ page }) => {
    await visit(page, "/account/login");
    const told = await holdBack(page, "**/SetLanguage?*");
    await menu(page).selectOption("de");
    await told.asked;
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Recover your password" })).toBeVisible();
    told.release();
    await expect(page.getByRole("heading", { level: 1, name: "Passwort wiederherstellen" })).toBeVisible();
    await expect(menu(page)).toHaveValue("de");
  });
});

test.describe("A language that is chosen where something fails", () => {
  test.use({ expectedMessage: /goes on without|Failed to load resource|ERR_FAILED/ });

  const notKept = "die Auswahl konnte aber nicht gespeichert werden";

  for (const [failure, fail] of [
    ["the service fails", { status: 500 }],
    ["the line is cut", undefined],
  ] as const) {
    test(`is shown although ${failure}, and it is said that it is not remembered`, async ({ page }) => {
      await page.route("**/SetLanguage?*", (route) =>
        fail === undefined ? route.abort() : route.fulfill(fail),
      );
      await visit(page, "/account/login");
      await type(page);
      await menu(page).selectOption("de");
      await expectShown(page, "de");
      await expectKept(page);
      await expect(page.getByRole("alert").first()).toContainText(notKept);
    });
  }

  test("is shown at the next try, where its texts could not be fetched at first", async ({ page }) => {
    await visit(page, "/account/login");
    await type(page);
    await page.route("**/catalogues/**/de.*", (route) => route.abort(), { times: 1 });
    await menu(page).selectOption("de");
    await expect(page.getByRole("alert").first()).toContainText("No connection to the service");
    await expectShown(page, "en-GB");
    await menu(page).selectOption("de");
    await expectChosen(page, "de");
  });

  test("is shown by a new page, where the app cannot be fetched", async ({ page }) => {
    await page.route("**/assets/app-*.js", (route) => route.abort());
    await page.goto("/account/login?returnUrl=%2Faccount%2Fselect");
    await menu(page).selectOption("de");
    await expectShown(page, "de");
    await expect(page).toHaveURL(/\/account\/login\?returnUrl=%2Faccount%2Fselect$/);
  });

  test("is shown by a new page, where the script cannot be fetched", async ({ page }) => {
    const script = await holdBack(page, "**/assets/first-screen-*.js", "abort");
    await page.goto("/account/login", { waitUntil: "commit" });
    await script.asked;
    await menu(page).selectOption("de");
    script.release();
    await expectShown(page, "de");
    await menu(page).selectOption("es");
    await expectShown(page, "es");
  });
});
