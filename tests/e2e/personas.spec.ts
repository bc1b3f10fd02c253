import type { BrowserContext, Page } from "@playwright/test";
import { type Persona, personas } from "../../src/server/demo/personas.ts";
import { totpCode } from "../support/totp.ts";
import { VirtualAuthenticator } from "../support/virtual-authenticator.ts";
import {
  application,
  codeOf,
  expect,
  goBackAndForward,
  startAtApplication,
  test,
  whenTakenOver,
} from "./fixtures.ts";
import { field } from "./on-page.ts";
import { messageOnScreen } from "./second-step.ts";

/** A sign-in under way: where it stands, and whose it is. */
interface Walk {
  page: Page;
  user: Persona;
}

/** What a person does on one page. Finds its way by names of fields and addresses, so that it walks in any language. */
type Stop = (walk: Walk) => Promise<void>;

/** The one main button of a form: it has no name, further buttons have one. */
const press = (page: Page) => page.locator("main form button[type=submit]:not([name])").first().click();
/** Waits for a form: the one of the page before stands until then, with fields of the same names. */
const stands = (page: Page, form: string) => page.locator(`form#${form}`).waitFor();

const password: Stop = async ({ page, user }) => {
  await expect(page).toHaveURL(/\/account\/login\?/);
  await field(page, "username").fill(user.username);
  await field(page, "password").fill(user.password);
  await press(page);
};

const newPassword: Stop = async ({ page, user }) => {
  await expect(page).toHaveURL(/change-expired-password/);
  await stands(page, "change-expired-password");
  await field(page, "currentPassword").fill(user.password);
  for (const name of ["newPassword", "confirmPassword"])
    await field(page, name).fill("seven slow boats upstream");
  await press(page);
};

const appCode: Stop = async ({ page, user }) => {
  await expect(page).toHaveURL(/twofactor/);
  await field(page, "code").fill(totpCode(user.authenticatorKey ?? "", Date.now()));
  await press(page);
};

const sentCode =
  (channel: "mail" | "sms"): Stop =>
  async ({ page, user }) => {
    await expect(page).toHaveURL(/twofactor/);
    const to = (channel === "sms" ? user.phone : user.email) ?? "";
    await field(page, "code").fill(codeOf(await messageOnScreen(page, to)));
    await press(page);
  };

const recoveryCode: Stop = async ({ page, user }) => {
  await page.locator('main a[href*="/account/login/recoverycode"]').click();
  await expect(page).toHaveURL(/recoverycode/);
  const [code = ""] = user.recoveryCodes ?? [];
  await stands(page, "recovery-code");
  await field(page, "code").fill(code.replace(/.{5}/g, "$& "));
  await press(page);
  await expect(field(page, "code")).toHaveCount(0);
  await press(page);
};

const customer: Stop = async ({ page }) => {
  await expect(page).toHaveURL(/\/account\/select/);
  await page.locator('button[name="customerId"]').first().click();
};

const registerDevice: Stop = async ({ page }) => {
  await expect(page).toHaveURL(/registerdevice/);
  await VirtualAuthenticator.plugIn(page);
  await whenTakenOver(page);
  await page.locator('main button[value="add"]').click();
};

const toSecure: Stop = async ({ page }) => {
  if (page.url().includes("/account/login/secure")) return;
  await page.locator('main a[href*="/account/login/secure"]').click();
};

const useDevice: Stop = async ({ page, user }) => {
  await expect(page).toHaveURL(/\/account\/login\/secure/);
  // The address comes before the page: until then the button of the sign-in page stands.
  await expect(field(page, "password")).toHaveCount(0);
  const device = await VirtualAuthenticator.plugIn(page);
  await device.load(user.credential);
  await whenTakenOver(page);
  await press(page);
};

const askForToken: Stop = async ({ page, user }) => {
  if (!page.url().includes("/account/login/ott"))
    await page.locator('main a[href*="/account/login/ott"]').click();
  await stands(page, "one-time-token-request");
  await field(page, "username").fill(user.username);
  await press(page);
  await stands(page, "one-time-token");
};

const typeToken: Stop = async ({ page, user }) => {
  await field(page, "token").fill(codeOf(await messageOnScreen(page, user.email)));
  await press(page);
};

const chooseApp: Stop = async ({ page }) => {
  await expect(page).toHaveURL(/setup-twofactor/);
  await page.locator('main button[value="authenticator"]').click();
  await stands(page, "two-factor-setup-code");
};

const proveApp: Stop = async ({ page }) => {
  const key = (await page.locator("main code").first().textContent()) ?? "";
  await field(page, "code").fill(totpCode(key.replaceAll(" ", ""), Date.now()));
  await press(page);
  await stands(page, "recovery-code-check");
};

const typeBack: Stop = async ({ page }) => {
  const [code = ""] = /(\d{5}\s){3}\d{5}/.exec(await page.locator("main").innerText()) ?? [];
  await field(page, "code").fill(code);
  await press(page);
  await expect(field(page, "code")).toHaveCount(0);
};

const finish: Stop = async ({ page }) => press(page);

/** The way of each situation, from the sign-in page back to the application. */
const ways: Record<string, readonly Stop[]> = {
  plain: [password],
  "expired-password": [password, newPassword],
  "one-customer": [password],
  german: [password],
  "several-customers": [password, customer],
  "vendor-support": [password, customer],
  "vendor-operations": [password, customer],
  authenticator: [password, appCode],
  sms: [password, sentCode("sms")],
  pin: [password, sentCode("mail")],
  "two-factor-several": [password, appCode],
  "recovery-codes": [password, recoveryCode],
  "device-offered": [password, registerDevice],
  "device-credential": [toSecure, useDevice],
  "one-time-token": [askForToken, typeToken],
  "setup-required": [password, chooseApp, proveApp, typeBack, finish],
  "setup-required-customer": [password, chooseApp, proveApp, typeBack, finish],
  "setup-interrupted": [password, chooseApp, proveApp, typeBack, finish],
};

/** Situations that are walked in files of their own: nobody gets in, or more than one way leads in. */
const elsewhere: Record<string, string> = {
  disabled: "sign-in.spec.ts",
  locked: "sign-in.spec.ts",
  captcha: "captcha.spec.ts",
  "forgotten-password": "password-reset.spec.ts",
  "device-declined": "secure-credential.spec.ts",
  "device-second-step": "secure-credential.spec.ts",
  "device-list": "secure-credential.spec.ts",
  "setup-offered": "two-factor-setup.spec.ts",
  "vendor-linked": "vendor.spec.ts",
  "vendor-unlinked": "vendor.spec.ts",
  "waiting-for-link": "vendor.spec.ts",
};

/** What may happen in the middle of a way; gives the page on which the person goes on. */
const interruptions: Record<string, (page: Page, context: BrowserContext) => Promise<Page>> = {
  "a reload": async (page) => {
    await page.reload();
    return page;
  },
  "the back button, and forward again": async (page) => {
    const here = page.url();
    await goBackAndForward(page);
    await expect(page).toHaveURL(here);
    return page;
  },
  "a second tab": async (page, context) => {
    const other = await context.newPage();
    await other.goto(page.url());
    return other;
  },
  "another language": async (page) => {
    const language = page.locator("header select").first();
    await language.selectOption("es");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    return page;
  },
};

async function walk(page: Page, user: Persona, stops: readonly Stop[]): Promise<void> {
  for (const stop of stops) await stop({ page, user });
}

/** Signs out where the way has led, which asks nothing more. */
async function signOut(page: Page): Promise<void> {
  await page.goto(application);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/account\/loggedout\?/);
  await page.goto("/account/select");
  await expect(page).toHaveURL(/\/error\/access-denied/);
}

async function expectIn(page: Page, user: Persona): Promise<void> {
  await expect(page).toHaveURL(`${application}/claims`);
  await expect(page.getByText(user.id).first()).toBeVisible();
}

test("every situation of the demo is walked here or elsewhere", () => {
  expect(personas.map(({ id }) => id).sort()).toEqual(
    [...Object.keys(ways), ...Object.keys(elsewhere)].sort(),
  );
});

for (const [id, [first, ...others]] of Object.entries(ways)) {
  if (first === undefined) throw new Error(`${id} has no way`);
  test.describe(id, () => {
    test("walks to the end, and out again", async ({ page, newUser }) => {
      const user = await newUser(id);
      await startAtApplication(page);
      await walk(page, user, [first, ...others]);
      await expectIn(page, user);
      await signOut(page);
    });

    if (others.length === 0) return;

    for (const [name, interrupt] of Object.entries(interruptions)) {
      test(`walks to the end in spite of ${name}`, async ({ page, context, newUser }) => {
        const user = await newUser(id);
        await startAtApplication(page);
        const start = page.url();
        await first({ page, user });
        await settled(page, start);
        const onward = await interrupt(page, context);
        await walk(onward, user, others);
        await expectIn(onward, user);
      });
    }

    test("begins anew, with a word about it, when the sign-in was forgotten half-way", async ({
      page,
      context,
      newUser,
    }) => {
      const user = await newUser(id);
      await startAtApplication(page);
      const start = page.url();
      await first({ page, user });
      await settled(page, start);
      // A call that is under way meanwhile may already lead somebody without a session home.
      const here = page.url();
      await context.clearCookies({ name: /^__Host-vestibule-(browser|session|attempt-.*)$/ });
      await page.goto(here);
      // Pages for signed-in people say so and lead to the sign-in page; all others begin anew by themselves.
      const denied = page.url().includes("/error/access-denied");
      if (denied) await page.locator('main a[href*="/account/login"]').first().click();
      await expect(page).toHaveURL(/\/account\/login/);
      await walk(page, user, [first, ...others]);
      await expectIn(page, user);
    });
  });
}

/** What the service refuses where the proof is gone, Chromium notes. */
test.use({ expectedMessage: /status of 40[01] .*\/api\/Account\// });

/** Waits until the first stop has led to the next page. */
async function settled(page: Page, start: string): Promise<void> {
  await expect(page).not.toHaveURL(start);
  await expect(page.locator("main h1")).toBeVisible();
}

test("a situation that is not there is answered with those that are", async ({ newUser }) => {
  await expect(newUser("forgetful")).rejects.toThrow(
    /"forgetful"\. It has .*forgotten-password \(freya\.forgetful\)/,
  );
});
