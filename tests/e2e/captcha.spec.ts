import type { Locator, Page, Route } from "@playwright/test";
import { expect, type Login, passwordOf, signIn, test, usernameOf } from "./fixtures.ts";
import { expectFits, visit } from "./on-page.ts";

/** Every test fails with a name of its own, so that none waits for another's lock. */
const nameOf = (test: string) => `nobody-${test}-${Date.now()}-${Math.random().toString(36).slice(2)}`;

const promptOf = (page: Page): Locator => page.getByRole("dialog", { name: "One more check" });
const startOf = (page: Page): Locator => promptOf(page).getByRole("button", { name: "I am not a robot" });
const refusalOf = (page: Page): Locator =>
  page.getByRole("main").getByRole("alert").filter({ hasText: "is not right" });

async function failThreeTimes(page: Page, login: Login): Promise<void> {
  await visit(page, "/account/login");
  for (let count = 0; count < 3; count++) {
    const answer = page.waitForResponse(/\/api\/Account\/Login\?/);
    await signIn(page, login);
    expect((await answer).status()).toBe(400);
    await expect(refusalOf(page)).toBeVisible();
  }
}

/** Somebody whom nobody knows: what a name that exists is asked, this one is asked too. */
const stranger = (name: string): Login => ({ username: nameOf(name), password: "wrong" });

test.describe("The challenge after three failures", () => {
  test.use({ expectedMessage: /status of 40[03] .*\/api\/Account\/Login/ });

  test("is solved by the keyboard alone, and the sign-in goes on by itself", async ({ page, newUser }) => {
    const persona = await newUser("captcha");
    await failThreeTimes(page, { ...persona, password: "wrong" });
    await passwordOf(page).fill(persona.password);
    await passwordOf(page).press("Enter");
    await expect(promptOf(page)).toBeVisible();
    await expect(promptOf(page)).toHaveAccessibleDescription(/Before the next one your browser/);
    await expect(startOf(page)).toBeFocused();
    const held = Promise.withResolvers<void>();
    await page.route(/CaptchaChallenge/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await expect(promptOf(page).getByRole("status")).toHaveText("Checking. This takes a moment.");
    await expect(promptOf(page).getByRole("progressbar")).toBeVisible();
    held.resolve();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await expect(promptOf(page)).toBeHidden();
  });

  test("leaves the page answering while it is solved, however long that takes", async ({ page }) => {
    const somebody = stranger("busy");
    await failThreeTimes(page, somebody);
    await signIn(page, somebody);
    const unsolvable = async (route: Route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.challenge.parameters.keyPrefix = "0".repeat(2 * body.challenge.parameters.keyLength);
      await route.fulfill({ response: answer, json: body });
    };
    await page.route(/CaptchaChallenge/, unsolvable, { times: 1 });
    const challenge = page.waitForResponse(/CaptchaChallenge/);
    await startOf(page).click();
    await challenge;
    await page.evaluate(async () => {
      for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame);
    });
    await expect(promptOf(page).getByRole("progressbar")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(promptOf(page)).toBeHidden();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await startOf(page).click();
    await expect(refusalOf(page)).toBeVisible();
  });

  test("given up by Escape or Cancel keeps what was typed and can be asked for again", async ({ page }) => {
    const somebody = stranger("cancel");
    await failThreeTimes(page, somebody);
    await signIn(page, somebody);
    await expect(startOf(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(promptOf(page)).toBeHidden();
    await expect(usernameOf(page)).toHaveValue(somebody.username);
    await expect(passwordOf(page)).toHaveValue(somebody.password);
    const send = page.getByRole("button", { name: "Sign in", exact: true });
    await expect(send).toBeFocused();
    await send.click();
    await promptOf(page).getByRole("button", { name: "Cancel" }).click();
    await expect(promptOf(page)).toBeHidden();
    await send.click();
    await startOf(page).click();
    await expect(refusalOf(page)).toBeVisible();
  });

  test("whose verification is falsy is reset with a message and can be tried again", async ({ page }) => {
    const somebody = stranger("falsy");
    await failThreeTimes(page, somebody);
    await page.route(/VerifyCaptcha/, (route) => route.fulfill({ json: false }), { times: 1 });
    await signIn(page, somebody);
    await startOf(page).click();
    const alert = promptOf(page).getByRole("alert");
    await expect(alert).toHaveText("The check did not work. Please try again.");
    await expect(promptOf(page).getByRole("progressbar")).toHaveCount(0);
    await startOf(page).click();
    await expect(promptOf(page)).toBeHidden();
    await expect(refusalOf(page)).toBeVisible();
  });

  test("is gone when the person goes elsewhere", async ({ page }) => {
    const somebody = stranger("elsewhere");
    await page.goto("/");
    await page.getByRole("link", { name: "Sign in" }).first().click();
    await failInPlace(page, somebody);
    await signIn(page, somebody);
    await expect(promptOf(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await expect(promptOf(page)).toBeHidden();
    await page.goForward();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(promptOf(page)).toBeHidden();
  });
});

test.describe("The challenge that cannot be reached", () => {
  test.use({ expectedMessage: /status of (40[03]|503) .*\/api\/Account\/|ERR_FAILED/ });

  test("says why, and can be tried again", async ({ page }) => {
    const somebody = stranger("unreachable");
    await failThreeTimes(page, somebody);
    await page.route(/CaptchaChallenge/, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
    await signIn(page, somebody);
    await startOf(page).click();
    await expect(promptOf(page).getByRole("alert")).toContainText("The service is busy");
    await startOf(page).click();
    await expect(promptOf(page)).toBeHidden();
    await expect(refusalOf(page)).toBeVisible();
  });
});

test.describe("The challenge without script", () => {
  test.use({ javaScriptEnabled: false, expectedMessage: /status of 40[03] / });

  test("is told on the page, with other ways on and the name still there", async ({ page }) => {
    const somebody = stranger("scriptless");
    await page.goto("/account/login");
    for (let count = 0; count < 4; count++) {
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await signIn(page, somebody);
      expect((await answer).status()).toBe(count < 3 ? 400 : 403);
      await page.waitForLoadState();
    }
    const told = page.getByRole("alert").filter({ hasText: "needs JavaScript" });
    await expect(told).toContainText("wait 15 minutes");
    await expect(usernameOf(page)).toHaveValue(somebody.username);
    await expect(passwordOf(page)).toHaveValue("");
  });
});

test.describe("The challenge as it looks", () => {
  test.use({ expectedMessage: /status of 40[03] .*\/api\/Account\/Login/, colorScheme: "dark" });

  test("fits a narrow screen, accessible, in a language from right to left", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const somebody = stranger("narrow");
    await failThreeTimes(page, somebody);
    await page.getByRole("combobox", { name: "Language" }).selectOption("ar");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.locator("form#login button[type=submit]").first().click();
    const prompt = page.getByRole("dialog", { name: "تحقق إضافي" });
    await expect(prompt).toBeVisible();
    const box = await prompt.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    for (const button of await prompt.getByRole("button").all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectFits(page);
  });
});

async function failInPlace(page: Page, login: Login): Promise<void> {
  for (let count = 0; count < 3; count++) {
    const answer = page.waitForResponse(/\/api\/Account\/Login\?/);
    await signIn(page, login);
    await answer;
    await expect(refusalOf(page)).toBeVisible();
  }
}
