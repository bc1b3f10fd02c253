import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expect, signIn, test } from "./captcha-site.ts";
import { passwordOf, usernameOf } from "./fixtures.ts";
import { expectFits, field, heading } from "./on-page.ts";

const promptOf = (page: Page): Locator => page.getByRole("dialog", { name: "One more check" });
const frameOf = (page: Page): FrameLocator => promptOf(page).frameLocator("iframe");
const boxOf = (page: Page): Locator => frameOf(page).getByRole("checkbox", { name: "I'm not a robot" });
const ownOf = (page: Page): Locator => promptOf(page).getByRole("button", { name: "I am not a robot" });
const otherWay = (page: Page): Locator => promptOf(page).getByRole("button", { name: "Check another way" });

const signedIn = (page: Page) => expect(heading(page, "Welcome")).toBeVisible();

/** What the browser itself says of the answer that asks for a challenge. */
const asked = /status of 403 .*\/api\/Account\/Login/;

test.use({ expectedMessage: asked });

test.describe("A score", () => {
  test("that is high enough lets the sign-in go on unseen", async ({ page, site }) => {
    const persona = await site.openAsked(page);
    await page.evaluate(() => {
      const look = () => {
        if (document.querySelector("dialog") !== null) console.error("a dialog was shown");
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    expect(await page.locator("script[src^='http:']").count()).toBe(0);
    await signIn(page, persona);
    await signedIn(page);
    await expect(page.locator(".grecaptcha-badge")).toBeVisible();
    expect(site.provider.asked).toHaveLength(1);
  });

  test("that is too low is followed by the box, which the keyboard ticks", async ({ page, site }) => {
    site.provider.mood.score = 0.1;
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await expect(promptOf(page)).toBeFocused();
    await expect(promptOf(page)).toHaveAccessibleDescription(/Please tick the box/);
    await expect(boxOf(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(boxOf(page)).toBeFocused();
    await page.keyboard.press("Space");
    await signedIn(page);
    await expect(promptOf(page)).toBeHidden();
    expect(site.provider.asked).toHaveLength(2);
  });

  test.describe("of a partner without the box", () => {
    test.use({ keys: ["score"] });

    test("that is too low is followed by the challenge of our own", async ({ page, site }) => {
      site.provider.mood.score = 0.1;
      const persona = await site.openAsked(page);
      await signIn(page, persona);
      await ownOf(page).click();
      await signedIn(page);
    });
  });
});

test.describe("The box", () => {
  test.use({ keys: ["checkbox"] });

  test("and the puzzle that follows it can be reached, and nothing of the page behind", async ({
    page,
    site,
  }) => {
    site.provider.mood.puzzle = true;
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await boxOf(page).click();
    const puzzle = page.frameLocator("iframe[title^='recaptcha challenge']");
    await expect(puzzle.getByRole("button", { name: "Verify" })).toBeVisible();
    await expect(page.locator("#root")).toHaveAttribute("inert", "");
    await puzzle.getByRole("button", { name: "Verify" }).click();
    await signedIn(page);
    await expect(page.locator("#root")).not.toHaveAttribute("inert");
  });

  test("given up by Escape or Cancel keeps what was typed and comes again", async ({ page, site }) => {
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await expect(boxOf(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(promptOf(page)).toBeHidden();
    await expect(usernameOf(page)).toHaveValue(persona.username);
    await expect(passwordOf(page)).toHaveValue(persona.password);
    const send = page.getByRole("button", { name: "Sign in", exact: true });
    await expect(send).toBeFocused();
    await send.click();
    await promptOf(page).getByRole("button", { name: "Cancel" }).click();
    await expect(send).toBeFocused();
    await send.click();
    await boxOf(page).click();
    await signedIn(page);
  });

  test("stays what it is when the page around it is drawn anew", async ({ page, site }) => {
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await expect(boxOf(page)).toBeVisible();
    const place = await otherWay(page).boundingBox();
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await expect(page.getByText("You are offline")).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(promptOf(page).locator("iframe")).toHaveCount(1);
    expect(await otherWay(page).boundingBox()).toEqual(place);
    await boxOf(page).click();
    await signedIn(page);
  });

  test("whose token does not count can be ticked once more, and is followed by our own then", async ({
    page,
    site,
  }) => {
    const says = promptOf(page).getByRole("alert");
    site.provider.mood.hostname = "evil.example";
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    for (const next of [boxOf(page), ownOf(page)]) {
      await boxOf(page).click();
      await expect(says).toHaveText("The check did not work. Please try again.");
      await expect(next).toBeVisible();
    }
    await ownOf(page).click();
    await signedIn(page);
  });

  test("is reset where its token does not count, so that it leads on at the second try", async ({
    page,
    site,
  }) => {
    const { mood } = site.provider;
    const { hostname } = mood;
    mood.hostname = "evil.example";
    await signIn(page, await site.openAsked(page));
    await boxOf(page).click();
    await expect(promptOf(page).getByRole("alert")).not.toBeEmpty();
    await expect(boxOf(page)).not.toBeChecked();
    mood.hostname = hostname;
    await boxOf(page).click();
    await signedIn(page);
  });

  test("whose token is being checked gives way to another check for good", async ({ page, site }) => {
    site.provider.mood.hostname = "evil.example";
    const isLetGo = Promise.withResolvers<void>();
    await page.route("**/api/Account/VerifyCaptcha*", async (route) => {
      await isLetGo.promise;
      await route.continue();
    });
    await signIn(page, await site.openAsked(page));
    const [isAsked] = await Promise.all([
      page.waitForRequest("**/api/Account/VerifyCaptcha*"),
      boxOf(page).click(),
    ]);
    await otherWay(page).click();
    await expect(ownOf(page)).toBeVisible();
    isLetGo.resolve();
    await isAsked.response();
    await ownOf(page).click();
    await signedIn(page);
  });

  test("need not be ticked: another way leads on", async ({ page, site }) => {
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await otherWay(page).click();
    await ownOf(page).click();
    await signedIn(page);
    expect(site.provider.asked).toEqual([]);
  });

  test("moves nothing by its coming", async ({ page, site }) => {
    const held = Promise.withResolvers<void>();
    await page.route("**/recaptcha/api.js*", async (route) => {
      await held.promise;
      await route.continue();
    });
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await expect(otherWay(page)).toBeVisible();
    const before = await otherWay(page).boundingBox();
    held.resolve();
    await expect(boxOf(page)).toBeVisible();
    expect(await otherWay(page).boundingBox()).toEqual(before);
  });
});

test.describe("The box as it looks", () => {
  test.use({ keys: ["checkbox"], locale: "ar", colorScheme: "dark", viewport: { width: 320, height: 568 } });

  test("fits a narrow screen in its language and colours, accessible", async ({ page, site }) => {
    const persona = await site.openAsked(page);
    await usernameOf(page).or(field(page, "username")).fill(persona.username);
    await passwordOf(page).fill(persona.password);
    await page.locator("form#login button[type=submit]").first().click();
    const prompt = page.getByRole("dialog", { name: "تحقق إضافي" });
    const frame = prompt.locator("iframe");
    await expect(frame).toBeVisible();
    const { searchParams } = new URL((await frame.getAttribute("src")) ?? "");
    expect(Object.fromEntries(searchParams)).toEqual({ hl: "ar", theme: "dark", size: "compact" });
    const [box, inner] = [await prompt.boundingBox(), await frame.boundingBox()];
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    expect(inner?.x).toBeGreaterThan(box?.x ?? 0);
    await expectFits(page);
  });
});

test.describe("A provider that cannot be had locks nobody out:", () => {
  test.use({ expectedMessage: /status of 40[34] |ERR_FAILED|ERR_BLOCKED_BY_CLIENT/ });

  for (const keys of [["score", "checkbox"], ["checkbox"]] as const)
    test.describe(`with ${keys.join(" and ")}`, () => {
      test.use({ keys });

      test("a blocked script", async ({ page, site }) => {
        await page.route("**/recaptcha/api.js*", (route) => route.abort("blockedbyclient"));
        const persona = await site.openAsked(page);
        await signIn(page, persona);
        await ownOf(page).click();
        await signedIn(page);
      });
    });

  test("a script that never comes", async ({ page, site }) => {
    site.provider.mood.script = "silent";
    const persona = await site.openAsked(page);
    await page.clock.install();
    const asked = page.waitForRequest("**/recaptcha/api.js*");
    await signIn(page, persona);
    await asked;
    while (!(await ownOf(page).isVisible())) await page.clock.runFor(1000);
    await ownOf(page).click();
    await signedIn(page);
  });

  test("a dead verification", async ({ page, site }) => {
    site.provider.mood.verifies = "unavailable";
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await boxOf(page).click();
    await expect(promptOf(page).getByRole("alert")).not.toBeEmpty();
    await boxOf(page).click();
    await ownOf(page).click();
    await signedIn(page);
  });
});

test.describe("The pages' policy", () => {
  test.use({
    keys: ["checkbox"],
    expectedMessage: /status of 403|policy violation|TrustedScriptURL|Trusted Type/,
  });

  test("lets scripts come from the provider's folders alone", async ({ page, site }) => {
    const persona = await site.openAsked(page);
    await signIn(page, persona);
    await expect(boxOf(page)).toBeVisible();
    const taken = (address: string) =>
      page.evaluate((src) => {
        try {
          document.createElement("script").src = src;
          return true;
        } catch {
          return false;
        }
      }, address);
    expect(await taken(`${site.provider.url}releases/other.js`)).toBe(true);
    const origin = new URL(site.provider.url).origin;
    for (const address of [
      `${origin}/other.js`,
      `${site.provider.url}../x.js`,
      "https://evil.example/x.js",
      "/x.js",
    ])
      expect([address, await taken(address)]).toEqual([address, false]);
  });
});
