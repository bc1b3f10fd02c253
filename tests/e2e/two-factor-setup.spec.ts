import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  codeOf,
  expect,
  latestMessage,
  type Persona,
  signIn,
  startAtApplication,
  test,
  whenTakenOver,
} from "./fixtures.ts";
import { button, expectAtApplication, expectFits, field, visit } from "./on-page.ts";
import { messageOnScreen } from "./second-step.ts";
import {
  codeField,
  codeOfShownKey,
  expectStep,
  methodButton,
  sendButton,
  shownRecoveryCodes,
  typeCode,
} from "./setup-wizard.ts";

// What Chromium itself says of a refused code or number.
test.use({
  expectedMessage: /status of 400 .*\/api\/Account\/(Validate2faSetupCode|EnableTwoFactor|GeneratePhoneVer)/,
});

/** From the application over the password to the wizard. */
async function reachWizard(page: Page, persona: Persona): Promise<void> {
  await startAtApplication(page);
  await signIn(page, persona);
  await expect(page).toHaveURL(/\/account\/setup-twofactor\?/);
}

test.describe("The set-up wizard", () => {
  test("leads by an authenticator app to the application, which a password alone did not", async ({
    page,
    newUser,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const persona = await newUser("setup-required");
    await reachWizard(page, persona);
    await expectStep(page, "choose");
    await expect(page.getByText("Your administrator requires a second step.")).toBeVisible();
    await expect(button(page, "Not now")).toHaveCount(0);
    await methodButton(page, "authenticator").click();
    await expectStep(page, "authenticator");
    await expect(page.getByRole("paragraph").filter({ hasText: "Step 2 of 4" })).toBeVisible();
    await expect(page.locator('[aria-current="step"]')).toHaveText("Confirm");
    await expect(page.getByRole("img", { name: /^QR code with the key/ })).toBeVisible();
    await expect(page.getByText("Spaces and upper or lower case do not matter.")).toBeVisible();
    await button(page, "Copy the key").click();
    await expect(page.getByText("Copied.")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^[A-Z2-7]{32}$/);
    const code = await codeOfShownKey(page);
    await typeCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
    await expectStep(page, "codes");
    const codes = await shownRecoveryCodes(page);
    expect(codes.filter((shown) => !/^(\d{5} ){3}\d{5}$/.test(shown))).toEqual([]);
    await button(page, "Copy").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    expect(file.suggestedFilename()).toBe("recovery-codes.txt");
    const saved = await readFile(await file.path(), "utf8");
    expect(saved).toContain(codes.join("\n"));
    expect(saved).toContain(persona.username);
    await codeField(page).press("ControlOrMeta+V");
    await sendButton(page).click();
    await expectStep(page, "done");
    await button(page, "Continue").click();
    await expectAtApplication(page, persona);
  });

  test.describe("on a phone", () => {
    test.use({ hasTouch: true, isMobile: true });

    test("opens an authenticator app of the same phone with the key", async ({ page, newUser }) => {
      await reachWizard(page, await newUser("setup-required"));
      await methodButton(page, "authenticator").click();
      await expectStep(page, "authenticator");
      const link = page.getByRole("link", { name: "Open an authenticator app on this device" });
      const key = (await page.getByRole("main").locator("code").first().textContent()) ?? "";
      const address = new URL((await link.getAttribute("href")) ?? "");
      expect([address.protocol, address.searchParams.get("secret")]).toEqual([
        "otpauth:",
        key.replaceAll(" ", ""),
      ]);
      await link.click();
      await expectStep(page, "authenticator");
    });
  });

  test("leads by a mailed PIN whom a customer requires it of, without a mouse", async ({ page, newUser }) => {
    const persona = await newUser("setup-required-customer");
    await reachWizard(page, persona);
    await expectStep(page, "choose");
    await whenTakenOver(page);
    const pressUntil = async (isThere: () => Promise<void>) => {
      await expect(async () => {
        await page.keyboard.press("Tab");
        await isThere();
      }).toPass({ intervals: [0], timeout: 20_000 });
    };
    const focused = { timeout: 100 };
    await pressUntil(() => expect(methodButton(page, "pin")).toBeFocused(focused));
    await page.keyboard.press("Enter");
    await expectStep(page, "code");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const message = await messageOnScreen(page, persona.email);
    await pressUntil(() => expect(codeField(page)).toBeFocused(focused));
    await page.keyboard.type(codeOf(message));
    await page.keyboard.press("Enter");
    await expectStep(page, "codes");
    const codes = await shownRecoveryCodes(page);
    await pressUntil(() => expect(codeField(page)).toBeFocused(focused));
    await page.keyboard.type((codes[9] ?? "").replaceAll(" ", ""));
    await page.keyboard.press("Enter");
    await expectStep(page, "done");
    await pressUntil(() => expect(button(page, "Continue")).toBeFocused(focused));
    await page.keyboard.press("Enter");
    await expectAtApplication(page, persona);
  });

  test("is offered in the menu, sets up a phone number, and asks for its code at the next sign-in", async ({
    page,
    newUser,
    request,
  }) => {
    const persona = await newUser("setup-offered");
    await page.goto("/account/login");
    await signIn(page, persona);
    await page.getByRole("main").getByRole("link", { name: "Two-factor authentication" }).click();
    await expectStep(page, "choose");
    await methodButton(page, "sms").click();
    await expectStep(page, "phone");
    await expect(field(page, "phoneNumber")).toHaveValue(persona.phone ?? "");
    await field(page, "phoneNumber").fill("0151 2345");
    await sendButton(page).click();
    await expect(page.getByText("We cannot reach this phone number.")).toBeVisible();
    const block = String(randomInt(100, 999));
    await field(page, "phoneNumber").fill(`+1 (555) ${block}-0303`);
    await sendButton(page).click();
    await expectStep(page, "code");
    await expect(page.getByText(`+1555${block}0303`)).toBeVisible();
    await typeCode(page, codeOf(await latestMessage(request, `+1555${block}0303`)));
    await expectStep(page, "codes");
    await typeCode(page, (await shownRecoveryCodes(page))[0] ?? "");
    await expectStep(page, "done");
    await button(page, "Continue").click();
    await expect(page.getByText("You are signed in.")).toBeVisible();
    expect((await latestMessage(request, persona.email)).subject).toContain("A second step was set up");
    await page.context().clearCookies();
    await page.goto("/account/login");
    await signIn(page, persona);
    await expect(page.getByText("We sent a text message with a code to \u2066••• 03\u2069.")).toBeVisible();
  });
});

test.describe("The set-up wizard, interrupted", () => {
  test("stands at the right step after a reload, a step back, in a second tab and in another language", async ({
    page,
    newUser,
    context,
  }) => {
    await reachWizard(page, await newUser("setup-interrupted"));
    await methodButton(page, "authenticator").click();
    await expectStep(page, "authenticator");
    const key = await page.getByRole("main").locator("code").first().textContent();
    await page.reload();
    await expectStep(page, "authenticator");
    await expect(page.getByRole("main").locator("code").first()).toHaveText(key ?? "");
    await whenTakenOver(page);
    await page.getByLabel("Language").selectOption("de");
    await expect(page.getByRole("heading", { level: 1, name: "Authenticator-App verbinden" })).toBeVisible();
    await expect(page.getByRole("main").locator("code").first()).toHaveText(key ?? "");
    await page.getByLabel("Sprache").selectOption("en-GB");
    await expectStep(page, "authenticator");
    const second = await context.newPage();
    await second.goto(page.url());
    await expectStep(second, "authenticator");
    await typeCode(second, await codeOfShownKey(second));
    await expectStep(second, "codes");
    const codes = await shownRecoveryCodes(second);
    // The first tab is behind: whatever it sends, it is led to where the other one stands.
    await typeCode(page, "000000");
    await expectStep(page, "codes");
    expect(await shownRecoveryCodes(page)).toEqual(codes);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goForward();
    await expectStep(page, "codes");
    await button(page, "Choose another method").click();
    await expectStep(page, "choose");
    await second.reload();
    await expectStep(second, "choose");
  });

  test("tells wrong codes with the tries left, and the fifth leads back to the choice", async ({
    page,
    newUser,
  }) => {
    await reachWizard(page, await newUser("setup-interrupted"));
    await methodButton(page, "authenticator").click();
    await expectStep(page, "authenticator");
    const right = await codeOfShownKey(page);
    const wrong = right.replace(/^./, (digit) => String((Number(digit) + 5) % 10));
    for (const words of ["4 attempts left", "3 attempts left", "2 attempts left", "1 attempt left"]) {
      await typeCode(page, wrong);
      await expect(page.getByText(words)).toBeVisible();
      await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
    }
    await typeCode(page, wrong);
    await expectStep(page, "choose");
    await expect(page.getByText("Too many wrong codes. Please choose again")).toBeVisible();
    await methodButton(page, "authenticator").click();
    await expectStep(page, "authenticator");
    await typeCode(page, await codeOfShownKey(page));
    await expectStep(page, "codes");
    await typeCode(page, "11111 11111 11111 11111");
    await expect(page.getByText("This is not one of the codes above.")).toBeVisible();
  });

  test("goes all its steps without any script", async ({ browser, baseURL, newUser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login");
    await signIn(page, await newUser("setup-interrupted"));
    await expectStep(page, "choose");
    await methodButton(page, "sms").click();
    await expectStep(page, "phone");
    await button(page, "Choose another method").click();
    await expectStep(page, "choose");
    await methodButton(page, "authenticator").click();
    await expectStep(page, "authenticator");
    await typeCode(page, "000000");
    await expect(page.getByText("4 attempts left")).toBeVisible();
    await typeCode(page, await codeOfShownKey(page));
    await expectStep(page, "codes");
    await expect(button(page, "Download")).toHaveCount(0);
    expect(await shownRecoveryCodes(page)).toHaveLength(10);
    await context.close();
  });

  test("prints the codes, whose they are, and nothing else", async ({ page, newUser }) => {
    const persona = await newUser("setup-interrupted");
    await reachWizard(page, persona);
    await methodButton(page, "authenticator").click();
    await expectStep(page, "authenticator");
    await typeCode(page, await codeOfShownKey(page));
    await expectStep(page, "codes");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Recovery codes for Vestibule")).toBeVisible();
    await expect(page.getByText(persona.username)).toBeVisible();
    await expect(page.getByRole("listitem").last()).toBeVisible();
    await expect(page.locator("h1")).not.toBeVisible();
    await expect(sendButton(page)).not.toBeVisible();
    await expect(page.getByRole("banner")).not.toBeVisible();
  });

  for (const { locale, width, scheme } of [
    { locale: "de", width: 320, scheme: "dark" },
    { locale: "ar", width: 320, scheme: "light" },
    { locale: "en-GB", width: 320, scheme: "dark" },
  ] as const)
    test(`fits ${width} pixels in ${locale} and ${scheme}`, async ({ browser, baseURL, newUser }) => {
      const viewport = { width, height: 700 };
      const context = await browser.newContext({ locale, viewport, colorScheme: scheme, baseURL });
      const page = await context.newPage();
      const { username, password } = await newUser("setup-interrupted");
      await visit(page, "/account/login");
      await field(page, "username").fill(username);
      await field(page, "password").fill(password);
      await sendButton(page).click();
      await expect(methodButton(page, "sms")).toBeVisible();
      await expectFits(page);
      await methodButton(page, "sms").click();
      await expect(field(page, "phoneNumber")).toBeVisible();
      await expectFits(page);
      await page.locator('button[name="__action"]').click();
      await methodButton(page, "authenticator").click();
      await expect(page.locator('svg[role="img"]')).toBeVisible();
      await expectFits(page);
      const white = await page
        .locator('svg[role="img"] rect')
        .evaluate((rect) => getComputedStyle(rect).fill);
      expect(white).toBe("rgb(255, 255, 255)");
      await typeCode(page, await codeOfShownKey(page));
      await expect(page.locator("main ol code")).toHaveCount(10);
      await expectFits(page);
      const box = await page.locator("main ol code").first().boundingBox();
      expect(box?.height).toBeLessThan(30);
      await context.close();
    });
});
