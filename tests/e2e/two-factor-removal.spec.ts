import type { Page } from "@playwright/test";
import { totpCode } from "../support/totp.ts";
import {
  expect,
  goBackAndForward,
  latestMessage,
  type Persona,
  passwordOf,
  signIn,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { button, expectFits, heading } from "./on-page.ts";
import { codeField, expectStep, sendButton } from "./setup-wizard.ts";

const wizard = "/account/setup-twofactor";
const situation = "two-factor-several";
const isOn = "Two-factor authentication is on";

const factors = (page: Page) => page.getByRole("list", { name: "Your second steps" }).getByRole("listitem");

/** Signs in with the app, straight to the page of the second factors. */
async function signInWithApp(page: Page, user: Persona): Promise<void> {
  await page.goto(`/account/login?returnUrl=${encodeURIComponent(wizard)}`);
  await signIn(page, user);
  await expect(page).toHaveURL(/\/account\/login\/twofactor/);
  await codeField(page).fill(totpCode(user.authenticatorKey ?? "", Date.now()));
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/account\/setup-twofactor/);
}

async function arrive(page: Page, user: Persona): Promise<void> {
  await signInWithApp(page, user);
  await expect(heading(page, isOn)).toBeVisible();
  await expect(factors(page)).toHaveCount(3);
  await whenTakenOver(page);
}

/** Has the service tell the page something else of what is active. */
async function tell(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.route("**/api/Account/Setup2FAView*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...change } });
  });
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await page.getByRole("main").getByRole("link", { name: "Two-factor authentication" }).click();
}

test.describe("Second factors that are active", () => {
  test("are removed one after the other, without a mouse, and then a password is enough", async ({
    page,
    request,
    newUser,
  }) => {
    const user = await newUser(situation);
    await arrive(page, user);
    const question = page.getByRole("alertdialog");
    const remove = async (name: string, label: string) => {
      await factors(page).filter({ hasText: name }).locator("summary").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await expect(button(page, label)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(question).toHaveAccessibleName(`${label}?`);
      await expect(button(page, "Cancel")).toBeFocused();
    };
    const sayYes = async () => {
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").getByText("Second step has been deleted.")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    };

    await remove("Text message", "Remove codes by text message");
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(button(page, "Remove codes by text message")).toBeFocused();
    await page.keyboard.press("Enter");
    await sayYes();
    await expect(factors(page)).toHaveCount(2);
    const removed = await latestMessage(request, user.email);
    expect(removed.text).toContain(
      `was removed from your account ${user.username.replaceAll(".", ".\u2060")} at Vestibule: Text message.`,
    );
    await remove("Authenticator app", "Remove the authenticator app");
    await sayYes();
    await remove("PIN by email", "Remove the PIN by email");
    await sayYes();
    await expectStep(page, "choose");
    await expect(page.getByText("Set up already")).toHaveCount(0);
    await expect
      .poll(async () => (await latestMessage(request, user.email)).subject)
      .toBe("Two-factor authentication is off at Vestibule");

    await page.context().clearCookies();
    await page.goto("/account/login");
    await signIn(page, user);
    await expect(heading(page, "Welcome")).toBeVisible();
  });

  test("removed in another tab are gone here too, whichever is pressed", async ({
    page,
    context,
    newUser,
  }) => {
    await arrive(page, await newUser(situation));
    const twin = await context.newPage();
    await twin.goto(wizard);
    await expect(factors(twin)).toHaveCount(3);
    await whenTakenOver(twin);
    for (const tab of [page, twin]) {
      await tab.locator("main summary").nth(1).click();
      await button(tab, "Remove codes by text message").click();
    }
    for (const tab of [page, twin]) {
      await tab
        .getByRole("alertdialog")
        .getByRole("button", { name: "Remove codes by text message" })
        .click();
      await expect(tab.getByText("Second step has been deleted.")).toBeVisible();
      await expect(factors(tab)).toHaveCount(2);
    }
    await goBackAndForward(page);
    await expect(factors(page)).toHaveCount(2);
  });

  test("are removed without any script, once a page that asks back is answered", async ({
    browser,
    baseURL,
    newUser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", baseURL });
    const page = await context.newPage();
    await signInWithApp(page, await newUser(situation));
    await page.locator("main summary").nth(2).click();
    await button(page, "Remove the PIN by email").click();
    await expect(heading(page, "Remove the PIN by email?")).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(factors(page)).toHaveCount(3);
    await page.locator("main summary").nth(2).click();
    await button(page, "Remove the PIN by email").click();
    await expect(heading(page, "Remove the PIN by email?")).toBeVisible();
    await page.reload();
    await button(page, "Remove the PIN by email").click();
    await expect(page.getByText("Second step has been deleted.")).toBeVisible();
    await expect(factors(page)).toHaveCount(2);
    await page.reload();
    await expect(factors(page)).toHaveCount(2);
    await context.close();
  });

  test("are shown long after the sign-in, and a new one leads back here to remove them", async ({
    page,
    newUser,
  }) => {
    await arrive(page, await newUser(situation));
    await tell(page, { step: "signInAgain", removal: "signInAgain" });
    await expectStep(page, "signInAgain");
    await expect(factors(page)).toHaveCount(3);
    await expect(page.getByRole("button", { name: /^Remove/, includeHidden: true })).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(heading(page, "Sign in")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("returnUrl")).toBe(wizard);
    await expect(usernameOf(page)).toBeVisible();
    await expect(passwordOf(page)).toBeVisible();
  });

  test("stay where an administrator requires the last one, which is said", async ({ page, newUser }) => {
    await arrive(page, await newUser(situation));
    await tell(page, { factors: [{ id: "sms", destination: "••• 77" }], removal: "required" });
    await expect(factors(page)).toHaveText(["Text message\u2066••• 77\u2069"]);
    await expect(
      page.getByText(
        "Your administrator requires a second step, so the only one that you have cannot be removed.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove/, includeHidden: true })).toHaveCount(0);
    await button(page, "Done").click();
    await expect(heading(page, "Welcome")).toBeVisible();
  });

  for (const { language, scheme, title, question } of [
    {
      language: "de",
      scheme: "dark",
      title: "Zwei-Faktor-Authen\u00adtifizierung ist aktiv",
      question: "Codes per SMS entfernen?",
    },
    {
      language: "ar",
      scheme: "light",
      title: "المصادقة الثنائية مفعّلة",
      question: "هل تريد إزالة الرموز بالرسائل النصية؟",
    },
  ] as const)
    test(`fit 320 px with their question, accessible, in ${language} and ${scheme}`, async ({
      page,
      newUser,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.emulateMedia({ colorScheme: scheme });
      await arrive(page, await newUser(situation));
      await page.getByLabel("Language").selectOption(language);
      await expect(heading(page, title)).toBeVisible();
      await page.locator("main summary").nth(1).click();
      await expectFits(page);
      await page.locator('main button[value="removeSms"]').click();
      await expect(page.getByRole("alertdialog", { name: question })).toBeVisible();
      await expectFits(page);
    });
});
