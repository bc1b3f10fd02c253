import type { Page } from "@playwright/test";
import {
  application,
  expect,
  type Persona,
  signIn,
  startAtApplication,
  test,
  whenTakenOver,
} from "./fixtures.ts";
import { expectFits, looks, violations } from "./on-page.ts";

const contoso = application.replace(/\d+$/, (port) => String(Number(port) + 1));

const loggedOut = (page: Page) => page.getByRole("heading", { name: "You are logged out." });
const main = (page: Page) => page.getByRole("main");

async function signInAtApplication(page: Page, persona: Persona) {
  await startAtApplication(page);
  await signIn(page, persona);
  await expect(page).toHaveURL(`${application}/claims`);
}

async function comeFromContoso(page: Page) {
  await startAtApplication(page);
  await page.getByRole("button", { name: "Sign in with Contoso" }).click();
  await page.getByRole("button", { name: "Continue as Lena Linked" }).click();
  await expect(page).toHaveURL(`${application}/claims`);
}

/** Signs out in the application, which tells the sign-in service. */
async function leaveApplication(page: Page) {
  await page.goto(application);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
}

test.describe("Signing out of an application", () => {
  test("asks nothing more, names it and leads back to it", async ({ page, newUser }) => {
    await signInAtApplication(page, await newUser("plain"));
    await leaveApplication(page);
    await expect(loggedOut(page)).toBeVisible();
    await expect(page.getByText("You have signed out of Payroll")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to Payroll" }).click();
    await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  });

  test("lets who signs in again go back to it", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await signInAtApplication(page, person);
    await leaveApplication(page);
    await loggedOut(page).waitFor();
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, person);
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test.describe("that gets no answer", () => {
    test.use({ expectedMessage: /Failed to load resource/ });

    test("is not sent again by going back, but by the button", async ({ page, newUser }) => {
      await signInAtApplication(page, await newUser("plain"));
      await page.route("**/api/Account/Logout?*", (route) => route.abort("internetdisconnected"));
      await leaveApplication(page);
      await expect(page.getByText("No connection to the service")).toBeVisible();
      await main(page).getByRole("link", { name: "Home" }).click();
      await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
      await page.route("**/api/Account/LogoutView?*", (route) => route.abort("internetdisconnected"));
      await page.goBack();
      const again = main(page).getByRole("link", { name: "Try again" });
      await expect(again).toBeVisible();
      await page.unrouteAll();
      await again.click();
      const signOut = main(page).getByRole("button", { name: "Sign out", exact: true });
      await expect(signOut).toBeVisible();
      await expect(signOut).toHaveAttribute("aria-busy", "false");
      await signOut.click();
      await expect(loggedOut(page)).toBeVisible();
    });
  });

  test("reaches the other application that was open, at once", async ({ page, context, newUser }) => {
    await signInAtApplication(page, await newUser("plain"));
    const second = await context.newPage();
    await second.goto("/account/logout");
    await main(second).getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(loggedOut(second)).toBeVisible();
    await expect
      .poll(async () => {
        await page.goto(`${application}/claims`);
        return page.getByRole("heading", { name: /^Signed in as/ }).count();
      })
      .toBe(0);
  });

  test("shows nothing of before to who goes back", async ({ page, newUser }) => {
    await page.goto("/account/login?returnUrl=%2Faccount%2Fselect");
    await signIn(page, await newUser("vendor-support"));
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await page.goto("/account/logout");
    await whenTakenOver(page);
    await main(page).getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(loggedOut(page)).toBeVisible();
    // The page of the question has nobody to ask any more, and leads on by itself.
    const asked = page.waitForResponse("**/api/Account/LogoutView?*");
    await page.goBack();
    await asked;
    await expect(page).toHaveURL(({ pathname }) => pathname === "/account/loggedout");
    await expect(loggedOut(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Access denied" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toHaveCount(0);
  });

  test("asks who comes by themselves, and a reload asks again", async ({ page, newUser }) => {
    await page.goto("/account/login");
    await signIn(page, await newUser("plain"));
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    for (const _visit of [1, 2]) {
      await page.goto("/account/logout");
      await whenTakenOver(page);
      await expect(main(page).getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
    }
    await page.goto("/account/loggedout");
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  });
});

test.describe("Signing out without script", () => {
  test.use({ javaScriptEnabled: false });

  test("takes one press, also where an application asked for it", async ({ page, newUser }) => {
    await signInAtApplication(page, await newUser("plain"));
    await leaveApplication(page);
    await main(page).getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(loggedOut(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Payroll" })).toBeVisible();
  });

  test("leaves the provider too, or not", async ({ page }) => {
    for (const button of ["Stay signed in there", "Sign out there too"]) {
      await comeFromContoso(page);
      await leaveApplication(page);
      await main(page).getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByRole("button", { name: button }).click();
      if (button === "Sign out there too")
        await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await expect(loggedOut(page)).toBeVisible();
      await expect(page.getByRole("link", { name: "Back to Payroll" })).toBeVisible();
    }
  });
});

test.describe("Signing out of a provider too", () => {
  test("is asked by name, done there, and ends at the logged-out page with the way back", async ({
    page,
  }) => {
    await comeFromContoso(page);
    await leaveApplication(page);
    await expect(page.getByRole("heading", { name: "Sign out of Contoso too?" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign out there too" }).click();
    await expect(page.getByRole("heading", { name: "Sign out of Contoso", exact: true })).toBeVisible();
    expect(page.url()).toContain(contoso);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(loggedOut(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Payroll" })).toBeVisible();
    await page.goto("/account/logout/upstream");
    await expect(loggedOut(page)).toBeVisible();
  });

  test("can be declined, and who went to the provider can come back", async ({ page }) => {
    await comeFromContoso(page);
    await leaveApplication(page);
    await page.getByRole("button", { name: "Sign out there too" }).click();
    await page.getByRole("heading", { name: "Sign out of Contoso", exact: true }).waitFor();
    await page.goBack();
    await whenTakenOver(page);
    await page.getByRole("button", { name: "Stay signed in there" }).click();
    await expect(loggedOut(page)).toBeVisible();
    await page.goBack();
    await expect(loggedOut(page)).toBeVisible();
  });

  const stay = {
    de: "Dort angemeldet bleiben",
    ar: "إبقاء الجلسة مفتوحة هناك",
    "fr-CA": "Laisser cette session ouverte",
    es: "Mantener esa sesión abierta",
    he: "להישאר בחשבון שם",
  };

  for (const { name, use } of looks) {
    test.describe(`in ${name}`, () => {
      test.use(use);

      test("its pages fit", async ({ page, baseURL }) => {
        const fits = async () => {
          await whenTakenOver(page);
          await expectFits(page);
        };
        await page.goto("/account/login/vendor?vendorId=contoso");
        await whenTakenOver(page);
        await page.locator("main form button").first().click();
        await page.getByRole("button", { name: "Continue as Lena Linked" }).click();
        await expect(page).toHaveURL(new URL("/", baseURL).href);
        await page.goto("/account/logout");
        await fits();
        await page.locator("main form button").first().click();
        await expect(page.getByRole("button", { name: stay[use.locale] })).toBeVisible();
        await fits();
        await page.getByRole("button", { name: stay[use.locale] }).click();
        await expect(page).toHaveURL(/\/account\/loggedout/);
        await fits();
      });
    });
  }
});
