import type { Page } from "@playwright/test";
import type { Persona } from "../../src/server/demo/personas.ts";
import {
  application,
  expect,
  type InboxMessage,
  latestMessage,
  linkOf,
  passwordOf,
  signIn,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { field, heading, violations, visit } from "./on-page.ts";

const chosen = "seven slow boats upstream";
const save = (page: Page) => page.getByRole("button", { name: "Save the new password" }).click();
const ruleOf = (page: Page, text: string) => page.locator("main li", { hasText: text });

/** Asks for a link on the page of it; gives the mail. */
async function ask(page: Page, { username, email }: Persona, after?: InboxMessage) {
  await expect(heading(page, "Recover your password")).toBeVisible();
  await usernameOf(page).fill(username);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  return latestMessage(page.request, email, after);
}

async function choose(page: Page, password: string, again = password) {
  await field(page, "newPassword").fill(password);
  await field(page, "confirmPassword").fill(again);
}

// Browsers tell the console of every answer that refuses.
test.use({ expectedMessage: /status of 400/ });

test("a forgotten password is replaced on the way to an application, which then lets the person in", async ({
  page,
  newUser,
}) => {
  const user = await newUser("forgotten-password");
  await startAtApplication(page);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  const mail = await ask(page, user);
  expect(mail.subject).toBe("A new password for Vestibule");
  await expect(page.getByText("The link works for 60 minutes, once.")).toBeVisible();
  await page.goto(linkOf(mail));
  await expect(heading(page, "Choose a new password")).toBeVisible();
  await expect(page.getByText(`For your account ${user.username}`)).toBeVisible();
  await whenTakenOver(page);
  expect(new URL(page.url()).searchParams.has("state")).toBe(false);
  await choose(page, chosen);
  await save(page);
  await expect(heading(page, "Sign in")).toBeVisible();
  await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();
  await expect(usernameOf(page)).toHaveValue(user.username);
  await passwordOf(page).fill(chosen);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${application}/claims`);
  const notice = await latestMessage(page.request, user.email, mail);
  expect(notice.subject).toBe("Your password was changed at Vestibule");
});

test("a user name that was typed goes along to the ways out of a forgotten password, and back", async ({
  page,
}) => {
  await visit(page, "/account/login");
  await usernameOf(page).fill("paula.typed");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(heading(page, "Recover your password")).toBeVisible();
  await expect(usernameOf(page)).toHaveValue("paula.typed");
  await usernameOf(page).fill("paula.corrected");
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(heading(page, "Sign in")).toBeVisible();
  await expect(usernameOf(page)).toHaveValue("paula.corrected");
  await page.getByRole("link", { name: "Use a passkey or security key" }).click();
  await expect(heading(page, "Sign in with a passkey or security key")).toBeVisible();
  await page.getByRole("link", { name: "Sign in another way" }).click();
  await page.getByRole("link", { name: "Use a one-time token" }).click();
  await expect(heading(page, "Sign in with a one-time token")).toBeVisible();
  await expect(usernameOf(page)).toHaveValue("paula.corrected");
  await usernameOf(page).fill("");
  await page.getByRole("link", { name: "Sign in another way" }).click();
  await expect(heading(page, "Sign in")).toBeVisible();
  await expect(usernameOf(page)).toHaveValue("");
});

test("a partner's own rules stand there and are asked for", async ({ page, newUser }) => {
  const user = await newUser("forgotten-password");
  await page.goto(`${application}/sign-in?client=payroll-northwind`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.goto(linkOf(await ask(page, user)));
  await whenTakenOver(page);
  const classes = ruleOf(
    page,
    "Must have at least one upper case character, one lower case character, one number and one special character.",
  );
  const run = ruleOf(page, "Must not contain more than 3 consecutive characters.");
  await choose(page, "seven slow boats oooo");
  await expect(classes).toHaveAttribute("data-met", "false");
  await expect(run).toHaveAttribute("data-met", "false");
  await save(page);
  await expect(field(page, "newPassword")).toHaveAttribute("aria-invalid", "true");
  await choose(page, "Seven slow boats, 12 oars");
  await expect(classes).toHaveAttribute("data-met", "true");
  await expect(run).toHaveAttribute("data-met", "true");
  await save(page);
  await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();
});

test("the rules tick while one types, and what is wrong stands at both fields", async ({ page, newUser }) => {
  const user = await newUser("forgotten-password");
  await page.goto("/account/recover");
  await whenTakenOver(page);
  await page.goto(linkOf(await ask(page, user)));
  await whenTakenOver(page);
  const long = ruleOf(page, "at least 15 characters");
  const name = ruleOf(page, "user name or the name of this service");
  const match = ruleOf(page, "Passwords must match.");
  await expect(long).toHaveAttribute("data-met", "false");
  await choose(page, "i am freya and this is long", "another");
  await expect(long).toHaveAttribute("data-met", "true");
  await expect(name).toHaveAttribute("data-met", "false");
  await expect(match).toHaveAttribute("data-met", "false");
  await expect(page.locator("main ul + [role=status]")).toHaveText(
    /^Password does not meet the requirements\. /,
  );
  await save(page);
  await expect(field(page, "newPassword")).toBeFocused();
  await expect(field(page, "newPassword")).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, "confirmPassword")).toHaveAttribute("aria-invalid", "true");
  await choose(page, "password12345678");
  await expect(page.locator("main ul + [role=status]")).toHaveText("The password meets all rules.");
  await save(page);
  await expect(page.getByText("Many people use this password")).toBeVisible();
  await expect(field(page, "newPassword")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await choose(page, chosen);
  await save(page);
  await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();
});

test("works with the keyboard alone", async ({ page, newUser }) => {
  const user = await newUser("forgotten-password");
  await page.goto("/account/recover");
  await whenTakenOver(page);
  await expect(usernameOf(page)).toBeFocused();
  await page.keyboard.type(user.username);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Check your email")).toBeFocused();
  await page.goto(linkOf(await latestMessage(page.request, user.email)));
  await whenTakenOver(page);
  await expect(field(page, "newPassword")).toBeFocused();
  await page.keyboard.type(chosen);
  await page.keyboard.press("Tab");
  await expect(page.locator("main button[aria-pressed]").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field(page, "confirmPassword")).toBeFocused();
  await page.keyboard.type(chosen);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Sign in")).toBeFocused();
});

test("a used or older link leads to a new one, with the return address kept", async ({ page, newUser }) => {
  const user = await newUser("forgotten-password");
  await startAtApplication(page);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  const mail = await ask(page, user);
  await page.goto(linkOf(mail));
  await whenTakenOver(page);
  await choose(page, chosen);
  await save(page);
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.goto(linkOf(mail));
  await expect(heading(page, "This password link has expired")).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new password link" }).click();
  await expect(heading(page, "Recover your password")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("returnUrl")).toMatch(/^\/connect\/authorize\//);
});

test("back, reload and a second tab strand nobody", async ({ page, context, newUser }) => {
  const user = await newUser("forgotten-password");
  await page.goto("/account/recover");
  await whenTakenOver(page);
  const mail = await ask(page, user);
  await page.goto(linkOf(mail));
  await whenTakenOver(page);
  await page.reload();
  await expect(heading(page, "Please open your link again")).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(linkOf(mail));
  await whenTakenOver(tab);
  await page.goto(linkOf(mail));
  await whenTakenOver(page);
  await choose(page, chosen);
  await save(page);
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Please open your link again")).toBeVisible();
  await choose(tab, "another good harbour wall");
  await save(tab);
  await expect(heading(tab, "This password link has expired")).toBeVisible();
  await tab.goto("/account/login");
  await signIn(tab, { ...user, password: chosen });
  await expect(tab.getByText("You are signed in.")).toBeVisible();
});

test("keeps what was mailed and typed through a change of the language", async ({ page, newUser }) => {
  const user = await newUser("forgotten-password");
  await page.goto("/account/recover");
  await whenTakenOver(page);
  await page.goto(linkOf(await ask(page, user)));
  await whenTakenOver(page);
  await choose(page, chosen);
  await page.getByLabel("Language", { exact: true }).selectOption("ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.locator("main form button[type=submit]:not([name])").click();
  await expect(page.getByText("تمت إعادة تعيين كلمة مرورك بنجاح.")).toBeVisible();
});

test("an unknown name looks the same", async ({ page }) => {
  await page.goto("/account/recover");
  await whenTakenOver(page);
  await usernameOf(page).fill("nobody.at.all");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  await page.getByRole("link", { name: "Ask again" }).click();
  await expect(heading(page, "Recover your password")).toBeVisible();
  await usernameOf(page).fill("nobody.at.all");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(
    page.getByText(
      /^This was asked for a moment ago, so look out for the message\. You can ask again in \d+ seconds?\.$/,
    ),
  ).toBeVisible();
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("pages, mail and messages are German", async ({ page, newUser }) => {
    const user = await newUser("german");
    await page.goto("/account/login");
    await page.getByRole("link", { name: "Passwort vergessen?" }).click();
    await expect(heading(page, "Passwort wiederherstellen")).toBeVisible();
    await page.getByRole("textbox", { name: "Benutzername" }).fill(user.username);
    await page.getByRole("button", { name: "Link senden" }).click();
    await expect(heading(page, "Sehen Sie in Ihrem Postfach nach")).toBeVisible();
    const mail = await latestMessage(page.request, user.email);
    expect(mail.subject).toBe("Ein neues Passwort für Vestibule");
    expect(mail.text).toContain("60 Minuten");
    await page.goto(linkOf(mail));
    await whenTakenOver(page);
    await choose(page, "kurz");
    await page.getByRole("button", { name: "Neues Passwort speichern" }).click();
    await expect(page.getByText("Das Passwort erfüllt die Anforderungen nicht.").first()).toBeVisible();
    await choose(page, "große-bögen-über-flüsse");
    await page.getByRole("button", { name: "Neues Passwort speichern" }).click();
    await expect(page.getByText("Ihr Passwort wurde erfolgreich zurückgesetzt.")).toBeVisible();
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a link is asked for, opened and spent", async ({ page, newUser }) => {
    const user = await newUser("forgotten-password");
    await page.goto("/account/recover");
    await page.goto(linkOf(await ask(page, user)));
    await choose(page, "short", "shorter");
    await save(page);
    await expect(page.getByText("Passwords must match.").first()).toBeVisible();
    await choose(page, chosen);
    await save(page);
    await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();
    await signIn(page, { ...user, password: chosen });
    await expect(page.getByText("You are signed in.")).toBeVisible();
  });
});
