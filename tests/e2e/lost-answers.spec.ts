import { request } from "node:http";
import type { Locator, Page } from "@playwright/test";
import { VirtualAuthenticator } from "../support/virtual-authenticator.ts";
import {
  codeOf,
  expect,
  latestMessage,
  linkOf,
  type Persona,
  passwordOf,
  signIn,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { button, expectAtApplication, field, heading, visit } from "./on-page.ts";
import { appCode } from "./second-step.ts";

/** Where the line breaks: before the server has read anything, or before the browser has read what it did. */
type Break = "before the request" | "before the answer";

const chosen = "seven slow boats upstream";

/** Lets the line break under the next call of this name. */
async function breakLine(page: Page, call: string, where: Break): Promise<void> {
  await page.route(
    `**/api/Account/${call}?*`,
    async (route) => {
      const sent = route.request();
      if (where === "before the answer")
        // Not by the browser, which would keep the cookies of the answer.
        await deliver(sent.url(), await sent.allHeaders(), sent.postData() ?? "");
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}

/** Lets the next call of this name arrive twice, and its second answer come back. */
async function sendTwice(page: Page, call: string): Promise<void> {
  await page.route(
    `**/api/Account/${call}?*`,
    async (route) => {
      const sent = route.request();
      await deliver(sent.url(), await sent.allHeaders(), sent.postData() ?? "");
      await route.continue();
    },
    { times: 1 },
  );
}

function deliver(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const sendable = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", headers: Object.fromEntries(sendable) }, (answer) => {
      answer.resume().on("end", resolve);
    });
    outgoing.on("error", reject).end(body);
  });
}

const lost = (page: Page) => page.getByRole("alert").filter({ hasText: "No connection" });

// Browsers tell the console of a broken line, and of an answer that refuses.
test.use({ expectedMessage: /ERR_CONNECTION_RESET|status of 400/ });

for (const where of ["before the request", "before the answer"] as const) {
  test.describe(`A line that breaks ${where}`, () => {
    test("while a password is given: the next press signs in", async ({ page, newUser }) => {
      const person = await newUser("plain");
      await startAtApplication(page);
      await whenTakenOver(page);
      await breakLine(page, "Login", where);
      await signIn(page, person);
      await expect(lost(page)).toBeVisible();
      await expect(usernameOf(page)).toHaveValue(person.username);
      await expect(passwordOf(page)).toHaveValue(person.password);
      await button(page, "Sign in").click();
      await expectAtApplication(page, person);
    });

    test("while a customer is chosen: the next press goes on", async ({ page, newUser }) => {
      const person = await newUser("several-customers");
      await startAtApplication(page);
      await signIn(page, person);
      await expect(heading(page, "Choose a customer")).toBeVisible();
      await whenTakenOver(page);
      await breakLine(page, "SelectCustomer", where);
      const customer = page.locator('button[name="customerId"]').first();
      await customer.click();
      await expect(lost(page)).toBeVisible();
      await customer.click();
      await expectAtApplication(page, person);
    });
  });
}

test.describe("A line that breaks while a device is registered", () => {
  const add = "Add a device or security key";

  /** Somebody on the way to the application who has registered a device, whose answer has not come. */
  async function registerInVain(page: Page, person: Persona, where: Break): Promise<void> {
    const device = await VirtualAuthenticator.plugIn(page, { answers: false });
    await startAtApplication(page);
    await signIn(page, person);
    await expect(heading(page, "Set up secure sign-in")).toBeVisible();
    await whenTakenOver(page);
    await device.answer(true);
    await breakLine(page, "RegisterCredential", where);
    await button(page, add).click();
    await expect(lost(page)).toBeVisible();
  }

  test("before the request: the next press registers it and goes on", async ({ page, newUser }) => {
    const person = await newUser("device-offered");
    await registerInVain(page, person, "before the request");
    await button(page, add).click();
    await expectAtApplication(page, person);
  });

  for (const how of ["the next press", "a reload"] as const)
    test(`before the answer: ${how} shows it, with the way on`, async ({ page, newUser }) => {
      const person = await newUser("device-offered");
      await registerInVain(page, person, "before the answer");
      if (how === "a reload") await page.reload();
      else {
        await button(page, add).click();
        await expect(page.getByRole("alert")).toContainText("This device is registered already.");
      }
      await expect(page.getByRole("list", { name: "Your devices" })).toContainText("Chrome on Windows");
      await button(page, "Done").click();
      await expectAtApplication(page, person);
    });
});

test.describe("A code that never reached the server", () => {
  test("of an app is good at the next press", async ({ page, newUser }) => {
    const person = await newUser("authenticator");
    await giveCode(page, person, "before the request");
    await button(page, "Continue").click();
    await expectAtApplication(page, person);
  });

  test("by mail is good at the next press", async ({ page, newUser }) => {
    const person = await newUser("one-time-token");
    const press = await giveToken(page, person, "before the request");
    await press.click();
    await expectAtApplication(page, person);
  });

  test("in a mailed link is good at the next press", async ({ page, newUser }) => {
    const person = await newUser("forgotten-password");
    await choosePassword(page, person, "before the request");
    await button(page, "Save the new password").click();
    await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();
  });
});

// It counts once, so a second press cannot take it again: it is told so, with a way on.
test.describe("A code whose answer was lost", () => {
  test("of an app leads to the sign-in page, which keeps the name", async ({ page, newUser }) => {
    const person = await newUser("authenticator");
    await giveCode(page, person, "before the answer");
    await button(page, "Continue").click();
    await expect(page.getByText("Your session had timed out. Please try again.")).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(person.username);
  });

  test("by mail is no longer good, which is said, and the sign-in begins anew", async ({ page, newUser }) => {
    const person = await newUser("one-time-token");
    const press = await giveToken(page, person, "before the answer");
    await press.click();
    await expect(page.getByText("This token no longer works. Please ask for a new one.")).toBeVisible();
    await button(page, "Start over").click();
    await signIn(page, person);
    await expectAtApplication(page, person);
  });
});

test.describe("A message that was sent although its answer was lost", () => {
  // A browser whose kept line breaks sends by itself once more, and is told that it was too early.
  for (const [what, lose] of [
    ["is asked for again", (page: Page) => breakLine(page, "SendOTP", "before the answer")],
    ["was asked for twice", (page: Page) => sendTwice(page, "SendOTP")],
  ] as const)
    test(`and ${what} is waited for at the step where its code is typed`, async ({ page, newUser }) => {
      const person = await newUser("one-time-token");
      await visit(page, "/account/login/ott");
      await usernameOf(page).fill(person.username);
      await lose(page);
      await page.locator("form#one-time-token-request button[type=submit]").click();
      await expect(heading(page, "Enter your token")).toBeVisible();
      await expect(field(page, "token")).toBeFocused();
      await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
      await field(page, "token").fill(codeOf(await latestMessage(page.request, person.email)));
      await page.locator("form#one-time-token button[type=submit]:not([name])").click();
      await expect(heading(page, "Welcome")).toBeVisible();
    });
});

test.describe("A line that breaks after the answer, while the page fetches its new token,", () => {
  const loseToken = (page: Page) =>
    page.route("**/api/account/exchange?*", (route) => route.abort("connectionreset"), { times: 1 });

  test("keeps nobody whose code was right from going on", async ({ page, newUser }) => {
    const person = await newUser("one-time-token");
    await visit(page, "/account/login/ott");
    await usernameOf(page).fill(person.username);
    await page.locator("form#one-time-token-request button[type=submit]").click();
    await field(page, "token").fill(codeOf(await latestMessage(page.request, person.email)));
    await loseToken(page);
    await page.locator("form#one-time-token button[type=submit]:not([name])").click();
    await expect(heading(page, "Welcome")).toBeVisible();
  });

  test("lets a changed password be told, and the next change work", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await page.goto("/account/login?returnUrl=/account/change-password");
    await signIn(page, person);
    const words = [person.password, chosen, "another good harbour wall"];
    for (const [current = "", next = ""] of [words, words.slice(1)]) {
      await expect(heading(page, "Change your password")).toBeVisible();
      await whenTakenOver(page);
      await field(page, "currentPassword").fill(current);
      for (const name of ["newPassword", "confirmPassword"]) await field(page, name).fill(next);
      await loseToken(page);
      await button(page, "Change password").click();
      await expect(page.getByText("Your password has been changed.")).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: "Change your password" }).click();
    }
  });
});

test("An expired password whose change was answered by nobody is changed, and the next press goes on", async ({
  page,
  newUser,
}) => {
  const person = await newUser("expired-password");
  await startAtApplication(page);
  await signIn(page, person);
  await expect(heading(page, "Change your password")).toBeVisible();
  await whenTakenOver(page);
  await field(page, "currentPassword").fill(person.password);
  for (const name of ["newPassword", "confirmPassword"]) await field(page, name).fill(chosen);
  await breakLine(page, "ChangeExpiredPassword", "before the answer");
  await button(page, "Change password and continue").click();
  await expect(lost(page)).toBeVisible();
  await button(page, "Change password and continue").click();
  await expectAtApplication(page, person);
});

test.describe("A mailed link whose answer was lost", () => {
  test("has set the password, which the next press tells", async ({ page, newUser }) => {
    const person = await newUser("forgotten-password");
    await choosePassword(page, person, "before the answer");
    await button(page, "Save the new password").click();
    await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();
    await signIn(page, { ...person, password: chosen });
    await expect(heading(page, "Welcome")).toBeVisible();
  });

  test("tells at the next press the recovery codes that it has made", async ({ page, newUser }) => {
    const person = await newUser("recovery-codes");
    await visit(page, linkOf(await latestMessage(page.request, person.email)));
    await breakLine(page, "RedeemRecoveryCode", "before the answer");
    await button(page, "Show my codes").click();
    await expect(lost(page)).toBeVisible();
    await button(page, "Show my codes").click();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(10);
  });
});

/** From the application to the second step, whose code is given into a line that breaks. */
async function giveCode(page: Page, person: Persona, where: Break): Promise<void> {
  await startAtApplication(page);
  // The script keeps the name; a form that the browser posts itself does not.
  await whenTakenOver(page);
  await signIn(page, person);
  await expect(heading(page, "Second step")).toBeVisible();
  await whenTakenOver(page);
  await field(page, "code").fill(appCode(person));
  await breakLine(page, "LoginWith2FA", where);
  await button(page, "Continue").click();
  await expect(lost(page)).toBeVisible();
}

/** From the application to a mailed token, given into a line that breaks; gives the button. */
async function giveToken(page: Page, person: Persona, where: Break): Promise<Locator> {
  await startAtApplication(page);
  await page.locator('main a[href*="/account/login/ott"]').click();
  const asking = page.locator("form#one-time-token-request");
  await asking.waitFor();
  await usernameOf(page).fill(person.username);
  await asking.locator("button[type=submit]").click();
  const form = page.locator("form#one-time-token");
  await form.locator('input[name="token"]').fill(codeOf(await latestMessage(page.request, person.email)));
  await whenTakenOver(page);
  await breakLine(page, "LoginWithOTT", where);
  const press = form.locator("button[type=submit]:not([name])");
  await press.click();
  await expect(lost(page)).toBeVisible();
  return press;
}

/** Opens a mailed link and chooses a password over a line that breaks. */
async function choosePassword(page: Page, person: Persona, where: Break): Promise<void> {
  await visit(page, "/account/recover");
  await usernameOf(page).fill(person.username);
  await button(page, "Send me a link").click();
  await visit(page, linkOf(await latestMessage(page.request, person.email)));
  for (const name of ["newPassword", "confirmPassword"]) await field(page, name).fill(chosen);
  await breakLine(page, "ResetPassword", where);
  await button(page, "Save the new password").click();
  await expect(lost(page)).toBeVisible();
}
