import type { BrowserContext, Page } from "@playwright/test";
import { cookieNames } from "../../src/server/cookies.ts";
import { sha256 } from "../../src/server/crypto.ts";
import type { Services } from "../../src/server/services.ts";
import {
  expect,
  holdBack,
  type Persona,
  passwordOf,
  signIn,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { button, field, heading } from "./on-page.ts";
import { codeOfShownKey, expectStep, methodButton, sendButton, typeCode } from "./setup-wizard.ts";

const message = "Your session had timed out. Please try again.";
const said = (page: Page) => page.getByRole("status").getByText(message);

/** Ends on the server whatever was proven in a browser, which knows nothing of it. */
async function endAll({ store }: Services, context: BrowserContext): Promise<void> {
  const holders = (await context.cookies())
    .filter(({ name }) => name === cookieNames.browser || name.startsWith(cookieNames.attempt))
    .map(({ value }) => sha256(value));
  for (const table of ["attempts", "sessions"] as const)
    await store.db.deleteFrom(table).where("browser_hash", "in", holders).execute();
}

/** Waits until a page answers to what is typed. */
type Ready = (page: Page) => Promise<void>;

/** A page that lives on a session or an attempt. */
interface Standing {
  /** Somebody of the demo who comes there. */
  situation: string;
  /** From the application to the page. */
  reach(page: Page, user: Persona, ready: Ready): Promise<unknown>;
  /** What is pressed when it has ended. */
  press(page: Page): Promise<unknown>;
  /** What it leads to without script, where the page says what has happened by itself. */
  explained?: string;
}

const startWithPassword = async (page: Page, user: Persona, ready: Ready) => {
  await startAtApplication(page);
  await ready(page);
  await signIn(page, user);
};
const reachWizard = async (page: Page, user: Persona, ready: Ready) => {
  await startWithPassword(page, user, ready);
  await expectStep(page, "choose");
};
const reachApp = async (page: Page, user: Persona, ready: Ready) => {
  await reachWizard(page, user, ready);
  await methodButton(page, "authenticator").click();
  await expectStep(page, "authenticator");
};

const standings: Record<string, Standing> = {
  "the second step": {
    situation: "authenticator",
    reach: async (page, user, ready) => {
      await startWithPassword(page, user, ready);
      await expect(heading(page, "Second step")).toBeVisible();
    },
    press: (page) => typeCode(page, "123456"),
  },
  "the page of a recovery code": {
    situation: "recovery-codes",
    reach: async (page, user, ready) => {
      await startWithPassword(page, user, ready);
      await page.locator('main a[href*="/account/login/recoverycode"]').click();
      await page.locator("form#recovery-code").waitFor();
    },
    press: (page) => typeCode(page, "12345 12345 12345 12345"),
  },
  "the choice of the set-up wizard": {
    situation: "setup-required",
    reach: reachWizard,
    press: (page) => methodButton(page, "authenticator").click(),
  },
  "a code of the set-up wizard": {
    situation: "setup-required",
    reach: reachApp,
    press: (page) => typeCode(page, "123456"),
  },
  "the recovery codes of the set-up wizard": {
    situation: "setup-required",
    reach: async (page, user, ready) => {
      await reachApp(page, user, ready);
      await typeCode(page, await codeOfShownKey(page));
      await expectStep(page, "codes");
    },
    press: (page) => typeCode(page, "12345 12345 12345 12345"),
  },
  "the choice of a customer": {
    situation: "several-customers",
    reach: async (page, user, ready) => {
      await startWithPassword(page, user, ready);
      await expect(heading(page, "Choose a customer")).toBeVisible();
    },
    press: (page) => page.locator('button[name="customerId"]').first().click(),
  },
  "the offer of a device": {
    situation: "device-offered",
    reach: async (page, user, ready) => {
      await startWithPassword(page, user, ready);
      await expect(page).toHaveURL(/registerdevice/);
      // The address comes before the page, which asks for its view in the session that the test ends.
      await expect(page.locator('main button[value="skip"]')).toBeVisible();
    },
    press: (page) => page.locator('main button[value="skip"]').click(),
  },
  "the page that links an account": {
    situation: "plain",
    reach: async (page) => {
      await startAtApplication(page);
      await button(page, "Sign in with Contoso").click();
      await page.getByRole("button", { name: "Continue as Stan Stranger" }).click();
      await expect(heading(page, "Link your account")).toBeVisible();
    },
    press: async (page) => {
      await usernameOf(page).fill("somebody");
      await passwordOf(page).fill("some password or other");
      await sendButton(page).click();
    },
    explained: "There is nothing to link",
  },
};

// What Chromium says of an answer that refuses.
test.use({ expectedMessage: /status of 40[01] .*\/(api\/Account|account)\// });

/** Pages for who is signed in, and what is pressed there when the session has ended. */
const accountPages: Record<string, (page: Page, user: Persona) => Promise<unknown>> = {
  "/account/registerdevice": (page) => page.locator('main button[value="add"]').click(),
  "/account/contact": async (page) => {
    await field(page, "email").fill("somebody@new.example");
    await page.locator("form#contact button[type=submit]:not([name])").click();
  },
  "/account/change-password": async (page, { password }) => {
    await field(page, "currentPassword").fill(password);
    for (const name of ["newPassword", "confirmPassword"])
      await field(page, name).fill("seven slow boats upstream");
    await page.locator("form#change-password button[type=submit]:not([name])").click();
  },
};

test.describe("What ended half-way", () => {
  for (const [name, { situation, reach, press, explained }] of Object.entries(standings)) {
    test(`${name} leads to the sign-in page, which says so once and keeps the name`, async ({
      page,
      context,
      demo,
      newUser,
    }) => {
      const user = await newUser(situation);
      await reach(page, user, whenTakenOver);
      await whenTakenOver(page);
      const { searchParams } = new URL(page.url());
      await endAll(demo, context);
      await press(page);
      await expect(said(page)).toBeVisible();
      await expect(page).toHaveURL(/\/account\/login\?/);
      expect(new URL(page.url()).searchParams.get("returnUrl")).toBe(searchParams.get("returnUrl"));
      await expect(usernameOf(page)).toHaveValue(explained ? "somebody" : user.username);
      await page.reload();
      await whenTakenOver(page);
      await expect(page.getByText(message)).toHaveCount(0);
      await signIn(page, user);
      await expect(page).not.toHaveURL(/\/account\/login\?/);
    });
  }

  test("a name that was typed before the script was there is kept as well", async ({
    page,
    context,
    demo,
    newUser,
  }) => {
    const user = await newUser("authenticator");
    const script = await holdBack(page, "**/assets/**");
    await page.goto("/account/login", { waitUntil: "commit" });
    await signIn(page, user);
    await expect(heading(page, "Second step")).toBeVisible();
    script.release();
    await whenTakenOver(page);
    await endAll(demo, context);
    await typeCode(page, "123456");
    await expect(said(page)).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(user.username);
  });

  test("a one-time token says itself that it is no longer good, and the sign-in begins anew", async ({
    page,
    context,
    demo,
    newUser,
  }) => {
    await startAtApplication(page);
    await page.locator('main a[href*="/account/login/ott"]').click();
    await page.locator("form#one-time-token-request").waitFor();
    await whenTakenOver(page);
    await usernameOf(page).fill((await newUser("one-time-token")).username);
    await sendButton(page).click();
    await page.locator("form#one-time-token").waitFor();
    await endAll(demo, context);
    await field(page, "token").fill("123456");
    await sendButton(page).click();
    await expect(page.getByText("This token no longer works.")).toBeVisible();
    await button(page, "Start over").click();
    await expect(page).toHaveURL(/\/account\/login\?returnUrl=/);
  });

  for (const [path, press] of Object.entries(accountPages))
    test(`${path} says so, and leads back to it`, async ({ page, context, demo, newUser }) => {
      const user = await newUser("device-list");
      await page.goto(`/account/login?returnUrl=${encodeURIComponent(path)}`);
      await signIn(page, user);
      await expect(page).toHaveURL(path);
      // The address is there before its page is.
      await expect(page.locator("form#login")).toHaveCount(0);
      await whenTakenOver(page);
      await endAll(demo, context);
      await press(page, user);
      await expect(said(page)).toBeVisible();
      await expect(usernameOf(page)).toHaveValue(user.username);
      await signIn(page, user);
      await expect(page).toHaveURL(path);
    });

  test("is said where a kept address led, and the browser begins there", async ({ page }) => {
    await page.goto("/account/login/twofactor");
    await expect(said(page)).toBeVisible();
    await expect(heading(page, "Sign in")).toBeFocused();
    await expect(heading(page, "Sign in")).toHaveAccessibleDescription(message);
    await page.keyboard.press("Tab");
    await expect(usernameOf(page)).toBeFocused();
  });

  test("without a session at all leads home, and from there back", async ({ page, context, newUser }) => {
    await page.goto("/account/login?returnUrl=%2Faccount%2Fselect");
    await signIn(page, await newUser("several-customers"));
    await expect(heading(page, "Choose a customer")).toBeVisible();
    await whenTakenOver(page);
    await context.clearCookies({ name: cookieNames.session });
    await page.locator('button[name="customerId"]').first().click();
    await expect(page).toHaveURL(/\/\?returnUrl=%2Faccount%2Fselect/);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/account\/login\?returnUrl=%2Faccount%2Fselect/);
  });
});

test.describe("What ended half-way without script", () => {
  test.use({ javaScriptEnabled: false });

  for (const [name, { situation, reach, press, explained }] of Object.entries(standings)) {
    test(`${name} leads to the sign-in page, which says so once, or says it itself`, async ({
      page,
      context,
      demo,
      newUser,
    }) => {
      const user = await newUser(situation);
      await reach(page, user, async () => undefined);
      const { searchParams } = new URL(page.url());
      await endAll(demo, context);
      await press(page);
      if (explained !== undefined) return expect(heading(page, explained)).toBeVisible();
      await expect(page).toHaveURL(/\/account\/login\?/);
      await expect(page.getByText(message)).toBeVisible();
      expect(new URL(page.url()).searchParams.get("returnUrl")).toBe(searchParams.get("returnUrl"));
      await page.reload();
      await expect(page.getByText(message)).toHaveCount(0);
      await signIn(page, user);
      await expect(page).not.toHaveURL(/\/account\/login\?/);
    });
  }
});

test("a page of somebody is covered while it is put away, and asked for anew", async ({
  page,
  context,
  demo,
  newUser,
}) => {
  await page.goto("/account/login?returnUrl=%2Faccount%2Fselect");
  await signIn(page, await newUser("several-customers"));
  await expect(heading(page, "Choose a customer")).toBeVisible();
  await whenTakenOver(page);
  // As a browser does that keeps pages for the back button: this one is told to keep none.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await expect(heading(page, "Choose a customer")).toBeHidden();
  await endAll(demo, context);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(page).toHaveURL(/\/error\/access-denied/);
  await expect(page.getByRole("main")).toBeVisible();
});
