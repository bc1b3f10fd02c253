import type { Locator, Page } from "@playwright/test";
import { totpCode } from "../support/totp.ts";
import { expect } from "./fixtures.ts";

/** Where the wizard stands, by the English heading. */
const wizardHeadings = {
  signInAgain: "Please sign in again",
  choose: "Choose your second step",
  authenticator: "Connect your authenticator app",
  phone: "Your phone number",
  code: "Enter the code",
  codes: "Save your recovery codes",
  done: "Congratulations! You have completed the two-factor authentication (2FA) setup wizard.",
} as const;

/** Waits until the wizard stands at a step. */
export async function expectStep(page: Page, step: keyof typeof wizardHeadings): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: wizardHeadings[step] })).toBeVisible();
}

/** The button of a method. */
export function methodButton(page: Page, method: "authenticator" | "sms" | "pin"): Locator {
  return page.locator(`button[name="method"][value="${method}"]`);
}

/** The one button that sends the form; it has no name. */
export function sendButton(page: Page): Locator {
  return page.locator('form button[type="submit"]:not([name])').first();
}

/** The input of a code. */
export function codeField(page: Page): Locator {
  return page.locator('input[name="code"]');
}

/** The code of now for the key that the page shows to type. */
export async function codeOfShownKey(page: Page): Promise<string> {
  const key = (await page.getByRole("main").locator("code").first().textContent()) ?? "";
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  return totpCode(key.replaceAll(" ", ""), Date.now());
}

/** The recovery codes that the page shows, as it shows them. */
export async function shownRecoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

/** Types a code and sends it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await sendButton(page).click();
}
