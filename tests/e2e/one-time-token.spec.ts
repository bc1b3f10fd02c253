import type { Page } from "@playwright/test";
import { wrongCode } from "../support/wrong-code.ts";
import {
  application,
  codeOf,
  expect,
  linkOf,
  type Persona,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { field, heading, visit } from "./on-page.ts";
import { messageOnScreen } from "./second-step.ts";

/** Asks for a token on the page of it; gives the mail that has the reference of the screen. */
async function askForToken(page: Page, { username, email }: Persona) {
  await expect(heading(page, "Sign in with a one-time token")).toBeVisible();
  await usernameOf(page).fill(username);
  await page.getByRole("button", { name: "Send me a token" }).click();
  await expect(heading(page, "Enter your token")).toBeVisible();
  return messageOnScreen(page, email);
}

// Browsers tell the console of every answer that refuses.
test.use({ expectedMessage: /status of 400/ });

test.describe("a one-time token", () => {
  test("is asked for on the way to an application, typed from the inbox, and signs in there", async ({
    page,
    newUser,
  }) => {
    const person = await newUser("one-time-token");
    await startAtApplication(page);
    await page.getByRole("link", { name: "Use a one-time token" }).click();
    const mail = await askForToken(page, person);
    expect(mail.subject).toContain("one-time token");
    await expect(page.getByText(`user name ${person.username}`)).toBeVisible();
    await field(page, "token").fill(codeOf(mail));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${application}/claims`);
    await expect(page.locator("main")).toContainText(person.email);
  });

  test("asks for a user name, which is required and not marked as optional", async ({ page }) => {
    await visit(page, "/account/login/ott");
    await expect(page.getByText("User name", { exact: true })).toBeVisible();
    await expect(usernameOf(page)).toHaveAttribute("aria-required", "true");
    await page.getByRole("button", { name: "Send me a token" }).click();
    await expect(page.getByText("User name is required.")).toBeVisible();
    await expect(usernameOf(page)).toBeFocused();
  });

  test("works with the keyboard alone", async ({ page, newUser }) => {
    const person = await newUser("one-customer");
    await visit(page, "/account/login/ott");
    await expect(usernameOf(page)).toBeFocused();
    await page.keyboard.type(person.username);
    await page.keyboard.press("Enter");
    await expect(field(page, "token")).toBeFocused();
    const reference = await page.locator("main code").innerText();
    await expect(field(page, "token")).toHaveAccessibleDescription(
      new RegExp(`^Enter your token .* ${reference}`),
    );
    const mail = await messageOnScreen(page, person.email);
    await page.keyboard.type(codeOf(mail));
    await page.keyboard.press("Enter");
    await expect(heading(page, "Welcome")).toBeVisible();
    await expect(page.getByText("You are signed in.")).toBeVisible();
  });

  test("that is wrong is told at its field, with the tries left; the next one waits", async ({
    page,
    newUser,
  }) => {
    await visit(page, "/account/login/ott");
    const mail = await askForToken(page, await newUser("several-customers"));
    await field(page, "token").fill(wrongCode(codeOf(mail)));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("This token is not right. You have 4 attempts left.")).toBeVisible();
    await expect(field(page, "token")).toBeFocused();
    await expect(field(page, "token")).toHaveAttribute("aria-invalid", "true");
    const again = page.getByRole("button", { name: "Send another token" });
    await expect(again).toHaveAttribute("aria-disabled", "true");
    await expect(again).toContainText(/\(\d+\ss\)/);
    await field(page, "token").fill(codeOf(mail));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(page, "Choose a customer")).toBeVisible();
  });

  test("is found again after a reload, back and in a second tab, and can be given up", async ({
    page,
    context,
    newUser,
  }) => {
    await visit(page, "/account/login/ott");
    const mail = await askForToken(page, await newUser("vendor-operations"));
    await page.reload();
    await expect(heading(page, "Enter your token")).toBeVisible();
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(heading(page, "Welcome")).toBeVisible();
    await page.goBack();
    await expect(heading(page, "Enter your token")).toBeVisible();
    const tab = await context.newPage();
    await tab.goto("/account/login/ott");
    await field(tab, "token").fill(codeOf(mail));
    await tab.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(tab, "Choose a customer")).toBeVisible();
    await field(page, "token").fill(codeOf(mail));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("This token no longer works. Please ask for a new one.")).toBeVisible();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(heading(page, "Sign in")).toBeVisible();
  });

  test("asked for under an unknown name looks the same", async ({ page }) => {
    await visit(page, "/account/login/ott");
    await usernameOf(page).fill("nobody.at.all");
    await page.getByRole("button", { name: "Send me a token" }).click();
    await expect(heading(page, "Enter your token")).toBeVisible();
    await expect(page.getByText("user name nobody.at.all")).toBeVisible();
    await field(page, "token").fill("123456");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("This token is not right. You have 4 attempts left.")).toBeVisible();
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("page and mail are German", async ({ page, newUser }) => {
    const person = await newUser("german");
    await visit(page, "/account/login/ott");
    await page.getByRole("textbox", { name: "Benutzername" }).fill(person.username);
    await page.getByRole("button", { name: "Token senden" }).click();
    await expect(heading(page, "Geben Sie Ihr Token ein")).toBeVisible();
    const mail = await messageOnScreen(page, person.email);
    expect(mail.text).toContain("Ihr Einmal-Token für die Anmeldung");
    await field(page, "token").fill(wrongCode(codeOf(mail)));
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await expect(field(page, "token")).toHaveAttribute("aria-invalid", "true");
    await field(page, "token").fill(codeOf(mail));
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("a mailed link", () => {
  // The frame of a mail keeps out what Playwright itself puts into every frame.
  test.use({ expectedMessage: /Blocked script execution in '[^']+\/outbox\/mail|status of 400/ });

  test("opened in another browser signs in by its button alone, and ends where the application starts", async ({
    page,
    browser,
    newUser,
  }) => {
    const person = await newUser("plain");
    await startAtApplication(page);
    await page.getByRole("link", { name: "Use a one-time token" }).click();
    const mail = await askForToken(page, person);
    const elsewhere = await browser.newContext();
    const phone = await elsewhere.newPage();
    await phone.goto(`${application}/outbox`);
    await phone.goto(linkOf(mail));
    await expect(heading(phone, "Sign in with this link")).toBeVisible();
    await expect(phone.getByText(`You are signing in as ${person.username}`)).toBeVisible();
    await whenTakenOver(phone);
    expect(new URL(phone.url()).searchParams.has("state")).toBe(false);
    await phone.reload();
    await expect(heading(phone, "Please open your link again")).toBeVisible();
    await phone.getByRole("link", { name: "Ask for a new token" }).click();
    await expect(heading(phone, "Sign in with a one-time token")).toBeVisible();
    await phone.goto(linkOf(mail));
    await phone.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(phone).toHaveURL(`${application}/claims`);

    await field(page, "token").fill(codeOf(mail));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("This token no longer works. Please ask for a new one.")).toBeVisible();

    await phone.goto(linkOf(mail));
    await expect(heading(phone, "This sign-in link has expired")).toBeVisible();
    await expect(phone.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
    await elsewhere.close();
  });

  test("opened from the inbox in the same browser goes on to the application that waits", async ({
    page,
    context,
    newUser,
  }) => {
    const person = await newUser("vendor-support");
    await startAtApplication(page);
    await page.getByRole("link", { name: "Use a one-time token" }).click();
    const mail = await askForToken(page, person);
    const inbox = await context.newPage();
    await inbox.goto(`${application}/outbox`);
    const card = inbox.getByRole("article").filter({ hasText: linkOf(mail) });
    const opened = context.waitForEvent("page");
    await card.frameLocator("iframe").getByRole("link", { name: "Open the sign-in page" }).click();
    const tab = await opened;
    await expect(heading(tab, "Sign in with this link")).toBeVisible();
    await tab.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(tab, "Choose a customer")).toBeVisible();
  });

  test("keeps what was mailed through a change of the language", async ({ page, newUser }) => {
    await visit(page, "/account/login/ott");
    const mail = await askForToken(page, await newUser("recovery-codes"));
    await visit(page, linkOf(mail));
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await expect(heading(page, "Mit diesem Link anmelden")).toBeVisible();
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await expect(page).toHaveURL(/\/account\/login\/twofactor/);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a token is asked for, typed and signs in", async ({ page, newUser }) => {
    const person = await newUser("two-factor-several");
    await page.goto("/account/login/ott");
    await page.getByRole("button", { name: "Send me a token" }).click();
    await expect(page.getByText("User name is required.")).toBeVisible();
    const mail = await askForToken(page, person);
    await field(page, "token").fill(wrongCode(codeOf(mail)));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("This token is not right. You have 4 attempts left.")).toBeVisible();
    await field(page, "token").fill(codeOf(mail));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(page, "Second step")).toBeVisible();
  });
});
