import type { Locator, Page } from "@playwright/test";
import {
  application,
  expect,
  type Login,
  latestMessage,
  linkOf,
  passwordOf,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { expectFits, field, looks, violations } from "./on-page.ts";

const contoso = application.replace(/\d+$/, (port) => String(Number(port) + 1));

const withContoso = (page: Page) => page.getByRole("button", { name: "Sign in with Contoso" });
const at = (page: Page, name: string) => page.getByRole("button", { name: `Continue as ${name}` });
/** The mark of a user of this test's own, by which Contoso knows them too. */
const ownOf = ({ username }: Login) => username.split(".").at(-1) ?? "";
const continueAs = async (page: Page, name: string, person: string) => {
  await at(page, name).evaluate((button, value) => button.setAttribute("value", value), person);
  await at(page, name).click();
};
const startAlone = async (page: Page) => {
  await page.goto(application);
  await page.getByRole("link", { name: "Sign in with Contoso alone" }).click();
};
const linkHeading = (page: Page) => page.getByRole("heading", { name: "Link your account" });

/** Proves the account on the page that links it. */
async function prove(page: Page, { username, password }: Login) {
  await usernameOf(page).fill(username);
  await passwordOf(page).fill(password);
  await page.getByRole("button", { name: "Link and sign in" }).click();
}

test.describe("Signing in with a provider", () => {
  test("shows its picture, which this site serves and which can do nothing by itself", async ({ page }) => {
    await startAtApplication(page);
    const picture = withContoso(page).locator("img");
    await expect(picture).toHaveJSProperty("complete", true);
    expect(
      await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.width]),
    ).toEqual([true, 24]);
    const answer = await page.request.get((await picture.getAttribute("src")) ?? "");
    expect(answer.url()).toBe(new URL("/vendors/contoso/icon", page.url()).href);
    expect(answer.headers()).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });

  test("takes who is linked to the application without another page of ours", async ({ page }) => {
    await startAtApplication(page);
    await withContoso(page).click();
    await expect(page).toHaveURL(new RegExp(`^${contoso}/interaction/`));
    await at(page, "Lena Linked").click();
    await expect(page).toHaveURL(`${application}/claims`);
    await expect(page.getByRole("heading", { name: "Signed in as Lena Linked" })).toBeVisible();
    await expect(page.getByText('["fed"]')).toBeVisible();
  });

  test("goes there by itself where the application wants this provider", async ({ page }) => {
    await startAlone(page);
    await at(page, "Lena Linked").click();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("going back from the provider leads to a page that stays, and on again", async ({ page }) => {
    await startAlone(page);
    await expect(at(page, "Lena Linked")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Sign in with Contoso" })).toBeVisible();
    await whenTakenOver(page);
    await expect(page).toHaveURL(/\/account\/login\/vendor/);
    await page.getByRole("button", { name: "Continue" }).click();
    await at(page, "Lena Linked").click();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("works in two tabs, each for its own request", async ({ context }) => {
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) {
      await startAtApplication(page);
      await withContoso(page).click();
      await expect(at(page, "Lena Linked")).toBeVisible();
    }
    for (const page of [second, first]) {
      await at(page, "Lena Linked").click();
      await expect(page).toHaveURL(`${application}/claims`);
    }
  });

  test("survives a reload of the provider's page", async ({ page }) => {
    await startAtApplication(page);
    await withContoso(page).click();
    await expect(at(page, "Lena Linked")).toBeVisible();
    await page.reload();
    await at(page, "Lena Linked").click();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("that is refused there is told kindly, and can be tried again", async ({ page }) => {
    await startAtApplication(page);
    await withContoso(page).click();
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByRole("heading", { name: "The sign-in was cancelled" })).toBeVisible();
    await expect(page.getByText("Support code:")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Try again" }).click();
    await withContoso(page).click();
    await at(page, "Lena Linked").click();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("is begun anew by whom an old address of the provider's answer is shown", async ({ page }) => {
    await page.goto("/signin-oidc/contoso?code=old&state=spent");
    await expect(page.getByRole("heading", { name: "This sign-in has expired" })).toBeVisible();
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(withContoso(page)).toBeVisible();
  });

  test("has a page of its own to choose on, and none for a provider that is not there", async ({ page }) => {
    await page.goto("/account/login/vendor");
    await expect(page.getByRole("heading", { name: "Choose your provider" })).toBeVisible();
    await withContoso(page).click();
    await at(page, "Lena Linked").click();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await page.goto("/account/login/vendor?vendorId=nobody");
    await expect(page).toHaveURL(/\/error\/signin/);
    await expect(page.getByRole("heading", { name: "This provider is not available" })).toBeVisible();
  });
});

test.describe("Signing in with a provider without script", () => {
  test.use({ javaScriptEnabled: false, expectedMessage: /status of 400 .*\/account\/link/ });

  test("works by the posted button", async ({ page }) => {
    await page.goto(application);
    await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
    await withContoso(page).click();
    await at(page, "Lena Linked").click();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("links by the posted form, in the wrong order first", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await page.goto("/account/login/vendor?vendorId=contoso");
    await page.getByRole("button", { name: "Continue" }).click();
    await at(page, "Stan Stranger").click();
    await expect(linkHeading(page)).toBeVisible();
    await prove(page, { ...person, password: "not the right one" });
    await expect(page.getByText("is not right")).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(person.username);
  });
});

test.describe("An identity that is not linked yet", () => {
  // A wrong password and a link without what waits are answered by 400.
  test.use({ expectedMessage: /status of 40[03] .*\/api\/Account\// });

  test("is linked once, over every interruption, and signs in alone from then on", async ({
    page,
    context,
    newUser,
  }) => {
    const uwe = await newUser("vendor-unlinked");
    const own = ownOf(uwe);
    await startAtApplication(page);
    await withContoso(page).click();
    await continueAs(page, "Uwe Unlinked", `uwe.${own}`);
    await expect(linkHeading(page)).toBeVisible();
    await expect(page.getByText(`uwe.unlinked.${own}@contoso.example`)).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(uwe.username);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(linkHeading(page)).toBeVisible();
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(linkHeading(second)).toBeVisible();
    await second.close();
    await whenTakenOver(page);
    await prove(page, { ...uwe, password: "not the right one" });
    await expect(page.getByRole("alert").filter({ hasText: "is not right" })).toBeVisible();
    await prove(page, uwe);
    await expect(page).toHaveURL(`${application}/claims`);
    await context.clearCookies();
    await startAtApplication(page);
    await withContoso(page).click();
    await continueAs(page, "Uwe Unlinked", `uwe.${own}`);
    await expect(page.getByRole("heading", { name: "Signed in as Uwe Unlinked" })).toBeVisible();
  });

  test("keeps what was typed when the language changes", async ({ page }) => {
    await page.goto("/account/login/vendor?vendorId=contoso");
    await page.getByRole("button", { name: "Continue" }).click();
    await at(page, "Stan Stranger").click();
    await expect(linkHeading(page)).toBeVisible();
    await whenTakenOver(page);
    await usernameOf(page).fill("half.a.name");
    await page.getByRole("combobox", { name: "Language" }).selectOption("de");
    await expect(page.getByRole("heading", { name: "Konto verknüpfen" })).toBeVisible();
    await expect(field(page, "username")).toHaveValue("half.a.name");
  });

  test("can be left without an account, and the application is told", async ({ page }) => {
    await startAtApplication(page);
    await withContoso(page).click();
    await at(page, "Stan Stranger").click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "You cancelled the sign-in" })).toBeVisible();
  });

  test("asks Northwind's people for their date of birth, from a calendar with Monday first", async ({
    page,
    newUser,
  }) => {
    await page.goto(`${application}/sign-in?client=payroll-northwind`);
    await withContoso(page).click();
    await at(page, "Stan Stranger").click();
    await expect(linkHeading(page)).toBeVisible();
    await whenTakenOver(page);
    const birth = page.getByLabel("Date of birth", { exact: false }).and(page.locator("input"));
    await birth.fill("2084-02-29");
    await expect(birth).toHaveAttribute("aria-invalid", "true");
    await expect(birth).toHaveAccessibleDescription(/is in the future/);
    await birth.fill("1984-02-29");
    await expect(birth).toHaveAttribute("aria-invalid", "false");
    await page.getByRole("button", { name: "Open the calendar" }).click();
    const calendar = page.getByRole("dialog", { name: "Date of birth" });
    await expect(calendar.getByRole("columnheader").first()).toHaveAttribute("abbr", "Monday");
    await expect(calendar.getByRole("button", { name: /29 February 1984/ })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    const colourOf = (day: RegExp) =>
      calendar.getByRole("button", { name: day }).evaluate((one) => getComputedStyle(one).color);
    expect(await colourOf(/29 February 1984/)).not.toBe(await colourOf(/28 February 1984/));
    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize({ width: 320, height: 640 });
    const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
    expect(await widthOf(calendar)).toBe(await widthOf(page.locator("main form")));
    const said = calendar.getByRole("status");
    await calendar.getByRole("button", { name: "Next month" }).click();
    await expect(said).toHaveText("March 1984");
    await calendar.getByRole("button", { name: "Previous month" }).click();
    await expect(said).toHaveText("February 1984");
    await page.keyboard.press("ArrowLeft");
    await expect(said).toBeEmpty();
    await page.keyboard.press("Enter");
    await expect(birth).toHaveValue("1984-02-28");
    await prove(page, await newUser("plain"));
    await expect(page.getByRole("alert").filter({ hasText: "date of birth" })).toBeVisible();
    await expect(birth).toHaveValue("1984-02-28");
  });
});

test.describe("An invitation", () => {
  test.use({ expectedMessage: /status of 40[03] .*\/api\/Account\// });

  test("from the inbox links the account once, and is expired then", async ({ page, newUser, request }) => {
    const wanda = await newUser("waiting-for-link");
    const own = ownOf(wanda);
    await request.post(`${contoso}/invite`, { form: { person: `wanda.${own}` } });
    const link = linkOf(await latestMessage(request, `wanda.waiting.${own}@contoso.example`));
    await page.goto(link);
    await expect(page.getByText("Wanda Waiting").first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Link my account" }).click();
    await expect(page.getByRole("button", { name: "Link and sign in" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Link and sign in" })).toBeVisible();
    await prove(page, wanda);
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(/\/error\/link-expired/);
    await page.goto("/account/login/vendor?vendorId=contoso");
    await page.getByRole("button", { name: "Continue" }).click();
    await continueAs(page, "Wanda Waiting", `wanda.${own}`);
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  });
});

test.describe("The pages of a provider", () => {
  for (const { name, use } of looks) {
    test.describe(`in ${name}`, () => {
      test.use(use);

      test("fit", async ({ page }) => {
        const fits = async () => {
          await whenTakenOver(page);
          await expectFits(page);
        };
        await page.goto("/account/login");
        await fits();
        await page.goto("/account/login/vendor");
        await fits();
        await page.goto("/account/login/vendor?vendorId=contoso");
        await fits();
        await page.locator("main form button").first().click();
        await page.getByRole("button", { name: "Continue as Stan Stranger" }).click();
        await expect(page).toHaveURL(/\/account\/link/);
        await fits();
        await page.goto("/account/link");
        await page.goto("/account/login/vendor?vendorId=contoso");
        await page.locator("main form button").first().click();
        await page.getByRole("button", { name: "Refuse" }).click();
        await expect(page).toHaveURL(/\/error\/signin/);
        await fits();
      });
    });
  }
});
