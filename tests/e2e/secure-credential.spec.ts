import type { Page } from "@playwright/test";
import { VirtualAuthenticator } from "../support/virtual-authenticator.ts";
import {
  application,
  expect,
  latestMessage,
  type Persona,
  passwordOf,
  signIn,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { expectAtApplication, expectFits, heading, visit } from "./on-page.ts";

// What the service refuses, Chromium notes.
test.use({
  expectedMessage: /status of 400 .*\/api\/Account\/(Login|SecureLogin|CredentialOptions|UpdateContact)\?/,
});

const setUp = "Set up secure sign-in";
const useDevice = "Use this device or key";
const useKey = "Use a passkey or security key";

async function signInAt(page: Page, path: string, persona: Persona): Promise<void> {
  await visit(page, `/account/login?returnUrl=${encodeURIComponent(path)}`);
  await signIn(page, persona);
}

/** Waits until the browser has been asked to offer credentials within the user name. */
async function whenOffered(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as { offers?: number }).offers === 1);
}

test.beforeEach(async ({ page }) => {
  // Counts the requests for autofill that are under way.
  await page.addInitScript(() => {
    const counted = globalThis as { offers?: number };
    counted.offers = 0;
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      const asked = get(options);
      if (options?.mediation === "conditional") {
        counted.offers = (counted.offers ?? 0) + 1;
        const over = () => {
          counted.offers = (counted.offers ?? 0) - 1;
        };
        asked.then(over, over);
      }
      return asked;
    };
  });
});

test.describe("The offer of a device after signing in", () => {
  test("is taken, and from then on the device signs in", async ({ page, newUser, request }) => {
    const persona = await newUser("device-offered");
    const device = await VirtualAuthenticator.plugIn(page, { answers: false });
    await startAtApplication(page);
    await signIn(page, persona);
    await expect(heading(page, setUp)).toBeVisible();
    await whenTakenOver(page);
    await device.answer(true);
    await page.getByRole("button", { name: "Add a device or security key" }).click();
    await expectAtApplication(page, persona);
    expect(await device.count()).toBe(1);
    const mail = await latestMessage(request, persona.email);
    expect(mail.text).toContain("“Chrome on Windows” can now sign in");
    await page.context().clearCookies();
    await visit(page, "/account/login/secure");
    await page.getByRole("button", { name: useDevice }).click();
    await expect(heading(page, "Welcome")).toBeVisible();
    await expect(page.getByText(persona.username).first()).toBeVisible();
  });

  test("is declined also while the browser still asks for a device", async ({ page, newUser }) => {
    const persona = await newUser("device-offered");
    await VirtualAuthenticator.plugIn(page, { answers: false });
    await page.addInitScript(() => {
      const create = navigator.credentials.create.bind(navigator.credentials);
      navigator.credentials.create = (options) => {
        Object.assign(globalThis, { asksForDevice: true });
        return create(options);
      };
    });
    await startAtApplication(page);
    await signIn(page, persona);
    await expect(heading(page, setUp)).toBeVisible();
    await whenTakenOver(page);
    await page.getByRole("button", { name: "Add a device or security key" }).click();
    await page.waitForFunction(() => "asksForDevice" in globalThis);
    await page.getByRole("button", { name: "Not now" }).click();
    await expectAtApplication(page, persona);
  });

  test("is declined, after a reload, in another language and in a second tab, and not made at the next sign-in", async ({
    page,
    newUser,
  }) => {
    const persona = await newUser("device-declined");
    await startAtApplication(page);
    await signIn(page, persona);
    await expect(heading(page, setUp)).toBeVisible();
    const twin = await page.context().newPage();
    await twin.goto(page.url());
    await expect(heading(twin, setUp)).toBeVisible();
    await page.reload();
    await page.getByLabel("Language").selectOption("de");
    await page.getByRole("button", { name: "Jetzt nicht" }).click();
    await expectAtApplication(page, persona);
    await twin.getByRole("button", { name: "Not now" }).click();
    await expectAtApplication(twin, persona);
    await twin.close();
    await page.context().clearCookies();
    await startAtApplication(page);
    await signIn(page, persona);
    await expectAtApplication(page, persona);
  });
});

test.describe("Signing in with a device", () => {
  test("by the button leads back to the application, although an autofill request is pending", async ({
    page,
    newUser,
  }) => {
    const persona = await newUser("device-credential");
    const device = await VirtualAuthenticator.plugIn(page, { answers: false });
    await device.load(persona.credential);
    await startAtApplication(page);
    await whenTakenOver(page);
    await whenOffered(page);
    await page.getByRole("link", { name: useKey }).click();
    await expect(heading(page, "Sign in with a passkey or security key")).toBeVisible();
    await device.answer(true);
    await page.getByRole("button", { name: useDevice }).click();
    await expectAtApplication(page, persona);
  });

  test("within the user name needs no press at all", async ({ page, newUser }) => {
    const persona = await newUser("device-credential");
    const device = await VirtualAuthenticator.plugIn(page);
    await device.load(persona.credential);
    await page.goto(application);
    await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
    await expectAtApplication(page, persona);
  });

  test("within the user name can wait while somebody signs in with a password", async ({ page, newUser }) => {
    const person = await newUser("plain");
    const device = await VirtualAuthenticator.plugIn(page, { answers: false });
    await device.load((await newUser("device-credential")).credential);
    await startAtApplication(page);
    await whenTakenOver(page);
    await whenOffered(page);
    await usernameOf(page).fill(person.username);
    await passwordOf(page).fill("wrong");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert").first()).toContainText("is not right");
    await passwordOf(page).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectAtApplication(page, person);
  });

  test("says so when the prompt comes to nothing, and can be tried again", async ({ page, newUser }) => {
    const persona = await newUser("device-credential");
    const device = await VirtualAuthenticator.plugIn(page, { knows: false });
    await device.load(persona.credential);
    await visit(page, "/account/login/secure");
    await page.getByRole("button", { name: useDevice }).click();
    await expect(page.getByRole("alert")).toContainText("No device was used. If you did not cancel this,");
    await device.know(true);
    await page.getByRole("button", { name: useDevice }).click();
    await expect(heading(page, "Welcome")).toBeVisible();
  });

  test("with a device that is no longer registered says so, and is not offered again", async ({ page }) => {
    const device = await VirtualAuthenticator.plugIn(page);
    const encode = (text: string) => Buffer.from(text).toString("base64url");
    await device.load({ id: encode("a forgotten credential"), handle: encode("somebody"), name: "" });
    await visit(page, "/account/login/secure");
    await page.getByRole("button", { name: useDevice }).click();
    await expect(page.getByRole("alert")).toContainText("This passkey is not registered here, or no longer.");
    await expect.poll(() => device.count()).toBe(0);
  });

  test("proves the second step", async ({ page, newUser }) => {
    const persona = await newUser("device-second-step");
    const device = await VirtualAuthenticator.plugIn(page, { answers: false });
    await device.load(persona.credential);
    await startAtApplication(page);
    await signIn(page, persona);
    await expect(heading(page, "Second step")).toBeVisible();
    await whenTakenOver(page);
    await device.answer(true);
    await page.getByRole("button", { name: useKey }).click();
    await expectAtApplication(page, persona);
  });
});

test.describe("One's devices", () => {
  test("are added, renamed and removed", async ({ page, newUser, request }) => {
    const persona = await newUser("device-list");
    const device = await VirtualAuthenticator.plugIn(page, { answers: false });
    await signInAt(page, "/", persona);
    await page.getByRole("main").getByRole("link", { name: "Secure sign-in" }).click();
    await expect(heading(page, setUp)).toBeVisible();
    await expect(page.getByText("No device is registered yet.")).toBeVisible();
    await device.answer(true);
    await page.getByRole("button", { name: "Add a device or security key" }).click();
    await expect(page.getByRole("status").getByText("Device has been created.")).toBeVisible();
    const list = page.getByRole("list", { name: "Your devices" });
    await expect(list).toContainText("Chrome on Windows");
    await expect(list).toContainText("Not used yet");

    await page.getByRole("button", { name: "Add a device or security key" }).click();
    await expect(page.getByRole("alert")).toContainText("This device is registered already.");
    await expect(list.getByRole("listitem")).toHaveCount(1);

    await list.locator("summary").click();
    const name = list.getByRole("group", { name: "Chrome on Windows" }).getByLabel("Name of the device");
    for (const nothing of ["", "  "]) {
      await name.fill(nothing);
      await list.getByRole("button", { name: "Save name" }).click();
      await expect(name).toBeFocused();
      await expect(name).toHaveAttribute("aria-invalid", "true");
      await expect(list.getByRole("alert")).toHaveText("This field is required.");
      await expect(name).toHaveAccessibleDescription("This field is required.");
    }
    await name.fill("Büro-Laptop");
    await expect(name).not.toHaveAttribute("aria-invalid", "true");
    await expect(list.getByRole("alert")).toBeEmpty();
    await list.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("status").getByText("Device has been updated.")).toBeVisible();
    await expect(list).toContainText("Büro-Laptop");

    await page.reload();
    await list.locator("summary").click();
    const remove = list.getByRole("button", { name: "Remove “Büro-Laptop”" });
    await whenTakenOver(page);
    await remove.focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Remove “Büro-Laptop”?" });
    await expect(question).toHaveAccessibleDescription(/signed out everywhere but here/);
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(remove).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(question).toHaveCount(0);
    await expect(remove).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await expect(question.getByRole("button", { name: "Remove “Büro-Laptop”" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").getByText("Device has been deleted.")).toBeVisible();
    await expect(heading(page, setUp)).toBeFocused();
    await expect(page.getByText("No device is registered yet.")).toBeVisible();
    await expect.poll(async () => (await latestMessage(request, persona.email)).subject).toContain("removed");
    expect(await device.count()).toBe(0);
  });

  test("are called what they are where they came to this machine", async ({ page, newUser }) => {
    const key = await VirtualAuthenticator.plugIn(page, { transport: "usb", answers: false });
    await signInAt(page, "/account/registerdevice", await newUser("device-list"));
    await expect(heading(page, setUp)).toBeVisible();
    await whenTakenOver(page);
    await key.answer(true);
    await page.getByRole("button", { name: "Add a device or security key" }).click();
    await expect(page.getByRole("list", { name: "Your devices" })).toContainText("Security key");
  });

  test("cannot be changed long after the sign-in, and a new one leads back here", async ({
    page,
    newUser,
  }) => {
    const person = await newUser("device-credential");
    await VirtualAuthenticator.plugIn(page, { answers: false });
    // As it is five minutes later.
    await page.route("**/api/Account/Credentials*", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), fresh: false } });
    });
    await signInAt(page, "/", person);
    await page.getByRole("main").getByRole("link", { name: "Secure sign-in" }).click();
    await expect(page.getByText("please sign in again before you change how you sign in")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add a device or security key" })).toHaveCount(0);
    await page.locator("main summary").click();
    await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Sign in again" }).click();
    await expect(heading(page, "Sign in")).toBeVisible();
    await page.unroute("**/api/Account/Credentials*");
    await signIn(page, person);
    await expect(heading(page, setUp)).toBeVisible();
    await expect(page.getByRole("button", { name: "Add a device or security key" })).toBeVisible();
  });

  test("show the way to sign in again where the sign-in became too old while the page stood", async ({
    page,
    newUser,
    demo,
  }) => {
    const person = await newUser("device-credential");
    const agePage = () =>
      demo.store.db
        .updateTable("sessions")
        .set({ authenticated_at: Date.now() - 5 * 60_000 })
        .where("user_id", "=", person.id)
        .execute();
    await VirtualAuthenticator.plugIn(page, { answers: false });
    await signInAt(page, "/account/registerdevice", person);
    await expect(heading(page, setUp)).toBeVisible();
    await agePage();
    await page.getByRole("button", { name: "Add a device or security key" }).click();
    const again = page.getByRole("main").getByRole("link", { name: "Sign in again" });
    await expect(again).toBeVisible();
    await expect(page.getByText("please sign in again before you change how you sign in")).toHaveCount(1);
    await expect(heading(page, setUp)).toBeFocused();
    await again.click();
    await expect(page.getByText("To go on here, please sign in below.")).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(person.username);
    await expect(page.getByRole("button", { name: "Continue without signing in again" })).toHaveCount(0);
    await signIn(page, person);
    await expect(heading(page, setUp)).toBeVisible();
    await visit(page, "/account/contact");
    await agePage();
    await page.getByLabel("Email", { exact: true }).fill("elsewhere@payroll.example");
    await page.getByRole("button", { name: "Send me a code" }).click();
    await expect(heading(page, "Please sign in again")).toBeVisible();
  });

  test("are removed without any script, once a page that asks back is answered", async ({
    browser,
    baseURL,
    newUser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", baseURL });
    const page = await context.newPage();
    const twin = await context.newPage();
    await page.goto("/account/login?returnUrl=%2Faccount%2Fregisterdevice");
    await signIn(page, await newUser("device-credential"));
    await twin.goto("/account/registerdevice");
    const summary = page.locator("main summary");
    const remove = { name: "Remove “Dana's telephone”" };
    await summary.click();
    await page.getByRole("button", remove).click();
    await expect(heading(page, "Remove “Dana's telephone”?")).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(heading(page, setUp)).toBeVisible();
    await summary.click();
    await page.getByRole("button", remove).click();
    await expect(heading(page, "Remove “Dana's telephone”?")).toBeVisible();
    await page.goBack();
    await expect(summary).toBeVisible();
    await page.reload();
    await summary.click();
    await page.getByRole("button", remove).click();
    await expect(heading(page, "Remove “Dana's telephone”?")).toBeVisible();
    await page.reload();
    await page.getByRole("button", remove).click();
    await expect(page.getByText("Device has been deleted.")).toBeVisible();
    await expect(page.getByText("No device is registered yet.")).toBeVisible();
    await twin.locator("main summary").click();
    await twin.getByRole("button", remove).click();
    await expect(twin.getByText("No device is registered yet.")).toBeVisible();
    await context.close();
  });

  test("are renamed without any script", async ({ browser, baseURL, newUser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login?returnUrl=%2Faccount%2Fregisterdevice");
    await signIn(page, await newUser("device-credential"));
    await expect(heading(page, setUp)).toBeVisible();
    const list = page.getByRole("list", { name: "Your devices" });
    await list.locator("summary").click();
    await list.getByLabel("Name of the device").fill("Dana’s watch");
    await list.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Device has been updated.")).toBeVisible();
    await expect(list).toContainText("Dana’s watch");
    await context.close();
  });

  test("cannot be added without script, which is said", async ({ browser, baseURL, newUser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login?returnUrl=%2Faccount%2Fregisterdevice");
    await signIn(page, await newUser("device-credential"));
    await page.getByRole("button", { name: "Add a device or security key" }).click();
    await expect(page.getByText("This needs JavaScript, which was not ready yet.").first()).toBeVisible();
    await expect(heading(page, setUp)).toBeVisible();
    await context.close();
  });
});

test.describe("The screens of the secure credential", () => {
  for (const [language, title] of [
    ["de", "Sichere Anmeldung einrichten"],
    ["ar", "إعداد تسجيل الدخول الآمن"],
  ] as const) {
    for (const scheme of ["light", "dark"] as const) {
      test(`fit 320 px and are accessible in ${language}, ${scheme}`, async ({ page, newUser }) => {
        await page.setViewportSize({ width: 320, height: 640 });
        await page.emulateMedia({ colorScheme: scheme });
        await signInAt(page, "/account/registerdevice", await newUser("device-credential"));
        await expect(heading(page, setUp)).toBeVisible();
        await page.getByLabel("Language").selectOption(language);
        await expect(heading(page, title)).toBeVisible();
        await page.locator("main summary").click();
        await expectFits(page);
        await visit(page, "/account/login/secure");
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expectFits(page);
      });
    }
  }
});
