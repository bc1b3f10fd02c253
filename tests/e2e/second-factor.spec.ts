import type { Page } from "@playwright/test";
import { wrongCode } from "../support/wrong-code.ts";
import {
  application,
  codeOf,
  expect,
  goBackAndForward,
  linkOf,
  messageWith,
  type Persona,
  signIn,
  startAtApplication,
  test,
  whenTakenOver,
} from "./fixtures.ts";
import { button, expectAtApplication, field, heading } from "./on-page.ts";
import { appCode, messageOnScreen } from "./second-step.ts";

/** The cookies of whoever is signed in, here and at the application. */
const signedIn = /^(__Host-)?(vestibule-session|payroll-browser)$/;

/** From the application over the password to the second step. */
async function reachSecondStep(page: Page, persona: Persona): Promise<void> {
  await startAtApplication(page);
  await signIn(page, persona);
  await expect(heading(page, "Second step")).toBeVisible();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await field(page, "code").fill(code);
  await button(page, "Continue").click();
}

test.describe("The second step", () => {
  test("by an authenticator app takes the code with a space in it", async ({ page, newUser }) => {
    const persona = await newUser("authenticator");
    await reachSecondStep(page, persona);
    await expect(page.getByText("Open your authenticator app")).toBeVisible();
    await expect(field(page, "code")).toHaveAttribute("autocomplete", "one-time-code");
    await expect(field(page, "code")).toHaveAttribute("inputmode", "numeric");
    await expect(page.getByText("Please enter digits.")).toBeVisible();
    const code = appCode(persona);
    await giveCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
    await expectAtApplication(page, persona);
  });

  for (const [id, words] of [
    ["sms", "We sent a text message with a code to \u2066••• 42\u2069."],
    ["pin", "We sent an email with a PIN to \u2066p•••@payroll.example\u2069."],
  ] as const) {
    test(`by ${id} says where the code went, by the reference that the message says too`, async ({
      page,
      newUser,
    }) => {
      const persona = await newUser(id);
      await reachSecondStep(page, persona);
      await expect(page.getByText(words)).toBeVisible();
      const to = id === "sms" ? persona.phone : persona.email;
      const message = await messageOnScreen(page, to ?? "");
      await expect(
        page.getByRole("button", { name: id === "sms" ? "Send another code" : "Send another PIN" }),
      ).toBeVisible();
      await giveCode(page, codeOf(message));
      await expectAtApplication(page, persona);
    });
  }

  test("changes its method without losing the sign-in", async ({ page, newUser }) => {
    const persona = await newUser("two-factor-several");
    await reachSecondStep(page, persona);
    await button(page, "Get a code by text message").click();
    await expect(page.getByText("We sent a text message with a code to \u2066••• 77\u2069.")).toBeVisible();
    await button(page, "Get a PIN by email").click();
    await expect(
      page.getByText("We sent an email with a PIN to \u2066s•••@payroll.example\u2069."),
    ).toBeVisible();
    const mail = await messageOnScreen(page, persona.email);
    await page.reload();
    await expect(
      page.getByText("We sent an email with a PIN to \u2066s•••@payroll.example\u2069."),
    ).toBeVisible();
    await button(page, "Use the authenticator app").click();
    await expect(page.getByText("Open your authenticator app")).toBeVisible();
    await button(page, "Get a PIN by email").click();
    await expect(page.getByText("We sent an email with a PIN")).toBeVisible();
    await giveCode(page, codeOf(mail));
    await expectAtApplication(page, persona);
  });

  test("goes on after the skip link, with nothing of a code that is asked for no more", async ({
    page,
    newUser,
  }) => {
    await reachSecondStep(page, await newUser("two-factor-several"));
    await whenTakenOver(page);
    await button(page, "Continue").click();
    await expect(page.getByText("Code is required.")).toBeVisible();
    await field(page, "code").fill("12");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    await skip.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#content$/);
    for (const [way, words] of [
      ["Get a code by text message", "We sent a text message"],
      ["Get a PIN by email", "We sent an email with a PIN"],
    ] as const) {
      await button(page, way).click();
      await expect(page.getByText(words)).toBeVisible();
      await expect(field(page, "code")).toHaveValue("");
      await expect(page.getByText("Code is required.")).toHaveCount(0);
    }
    await button(page, "Cancel").click();
    await expect(page).toHaveURL(new RegExp(`^${application}`));
  });

  test("is left out on a device that was remembered, for its person alone", async ({ page, newUser }) => {
    const persona = await newUser("authenticator");
    await reachSecondStep(page, persona);
    await page.getByLabel("Skip this step on this device for 30 days").check();
    await giveCode(page, appCode(persona));
    await expectAtApplication(page, persona);
    await page.context().clearCookies({ name: signedIn });
    await startAtApplication(page);
    await signIn(page, persona);
    await expectAtApplication(page, persona);
    await page.context().clearCookies({ name: signedIn });
    await reachSecondStep(page, await newUser("pin"));
  });

  test("is found again after reload, back, another language and in a second tab", async ({
    page,
    context,
    newUser,
  }) => {
    const persona = await newUser("pin");
    await reachSecondStep(page, persona);
    await page.reload();
    await expect(heading(page, "Second step")).toBeVisible();
    await goBackAndForward(page);
    await expect(heading(page, "Second step")).toBeVisible();
    const tab = await context.newPage();
    await tab.goto(page.url());
    await expect(heading(tab, "Second step")).toBeVisible();
    await whenTakenOver(page);
    await page.getByLabel("Language").selectOption("de");
    await expect(heading(page, "Zweiter Schritt")).toBeVisible();
    const mail = await messageOnScreen(page, persona.email);
    await field(page, "code").fill(codeOf(mail));
    await button(page, "Weiter").click();
    await expectAtApplication(page, persona);
    await tab.reload();
    await expectAtApplication(tab, persona);
  });

  test("can be cancelled, and the application is told", async ({ page, newUser }) => {
    await reachSecondStep(page, await newUser("authenticator"));
    await button(page, "Cancel").click();
    await expect(page).toHaveURL(new RegExp(`^${application}`));
    await expect(page.getByText("You cancelled the sign-in")).toBeVisible();
  });
});

test.describe("A second step that goes wrong", () => {
  test.use({ expectedMessage: /status of 400/ });

  test("names the tries left at the code, and after five begins anew", async ({ page, newUser }) => {
    const persona = await newUser("sms");
    await reachSecondStep(page, persona);
    await whenTakenOver(page);
    const sent = await messageOnScreen(page, persona.phone ?? "");
    const wrong = wrongCode(codeOf(sent));
    for (const typed of ["abcdef", "123"]) {
      await giveCode(page, typed);
      await expect(page.getByRole("alert").filter({ hasText: "Please enter 6 digits." })).toBeVisible();
      await expect(field(page, "code")).toBeFocused();
    }
    for (const words of [
      "You have 4 attempts left.",
      "You have 3 attempts left.",
      "You have 2 attempts left.",
      "You have 1 attempt left.",
    ]) {
      await giveCode(page, wrong);
      await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
      await expect(field(page, "code")).toBeFocused();
    }
    await giveCode(page, wrong);
    await expect(heading(page, "Sign in")).toBeVisible();
    await expect(page.getByText("Too many wrong codes. Please sign in again.")).toBeVisible();
    await signIn(page, persona);
    await expect(heading(page, "Second step")).toBeVisible();
    const message = await messageOnScreen(page, persona.phone ?? "");
    await giveCode(page, codeOf(message));
    await expectAtApplication(page, persona);
  });

  test("whose attempt is gone leads back to sign-in with the reason, and on from there", async ({
    page,
    newUser,
  }) => {
    const persona = await newUser("pin");
    await reachSecondStep(page, persona);
    await whenTakenOver(page);
    await page.context().clearCookies({ name: /vestibule/ });
    await giveCode(page, "123456");
    await expect(page.getByText("Your session had timed out. Please try again.")).toBeVisible();
    await signIn(page, persona);
    await expect(heading(page, "Second step")).toBeVisible();
    const mail = await messageOnScreen(page, persona.email);
    await giveCode(page, codeOf(mail));
    await expectAtApplication(page, persona);
  });
});

test.describe("A recovery code", () => {
  test("signs in once the person has read how many are left", async ({ page, newUser, request }) => {
    const persona = await newUser("recovery-codes");
    const [code = ""] = persona.recoveryCodes ?? [];
    await reachSecondStep(page, persona);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await expect(heading(page, "Sign in with a recovery code")).toBeVisible();
    await whenTakenOver(page);
    await field(page, "code").pressSequentially(code);
    await expect(field(page, "code")).toHaveValue(code.replace(/(.{5})(?=.)/g, "$1 "));
    await button(page, "Continue").click();
    await expect(heading(page, "Your recovery code was accepted")).toBeVisible();
    await expect(page.getByText("You have 3 recovery codes left.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("You have 3 recovery codes left.")).toBeVisible();
    await messageWith(request, persona.email, "You have 3 codes left");
    await button(page, "Continue").click();
    await expectAtApplication(page, persona);
  });
});

test.describe("A mailed link to new recovery codes", () => {
  test.use({ expectedMessage: /status of 400/ });

  test("shows them once, to whoever presses the button, and for a minute again in the same browser", async ({
    page,
    context,
    browser,
    newUser,
    request,
  }) => {
    const persona = await newUser("recovery-codes");
    const link = linkOf(await messageWith(request, persona.email, "/account/redeem-recoverycodes"));
    await page.goto(link);
    await expect(heading(page, "Your recovery codes")).toBeVisible();
    await expect(page.getByText(`For your account ${persona.username}`)).toBeVisible();
    await whenTakenOver(page);
    await page.reload();
    await expect(heading(page, "Please open your link again")).toBeVisible();
    await page.goto(link);
    const tab = await context.newPage();
    await tab.goto(link);
    await button(page, "Show my codes").click();
    await expect(heading(page, "Your new recovery codes")).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(10);
    const [code = ""] = await page.getByRole("main").locator("li code").allTextContents();
    expect(code).toMatch(/^(\d{5} ){3}\d{5}$/);
    await page.reload();
    await expect(page.getByText("Codes that you have seen already are not shown again.")).toBeVisible();
    await button(tab, "Show my codes").click();
    await expect(tab.getByRole("main").locator("li code").first()).toHaveText(code);
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(link);
    await expect(heading(elsewhere, "This link to recovery codes has expired")).toBeVisible();
    await elsewhere.context().close();
    await reachSecondStep(page, persona);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await expect(heading(page, "Sign in with a recovery code")).toBeVisible();
    await giveCode(page, code);
    await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
    await button(page, "Continue").click();
    await expectAtApplication(page, persona);
  });
});

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false, expectedMessage: /status of 400/ });

  test("the second step works as it stands", async ({ page, newUser }) => {
    const persona = await newUser("sms");
    await reachSecondStep(page, persona);
    const message = await messageOnScreen(page, persona.phone ?? "");
    await giveCode(page, "letters");
    await expect(page.getByText("Please enter 6 digits.")).toBeVisible();
    await giveCode(page, wrongCode(codeOf(message)));
    await expect(page.getByText("You have 4 attempts left.")).toBeVisible();
    await giveCode(page, codeOf(message));
    await expectAtApplication(page, persona);
  });
});
