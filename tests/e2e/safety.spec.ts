import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Request } from "@playwright/test";
import { chromiumArguments, findChromium } from "../support/chromium.ts";
import {
  expect,
  latestMessage,
  linkOf,
  passwordOf,
  signIn,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { field, heading, visit } from "./on-page.ts";

/** Pastes as a person does, by the keyboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press("ControlOrMeta+v");
}

test.describe("Passwords and codes", () => {
  test("can be pasted, and say to password managers what they are", async ({ page, context, newUser }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const persona = await newUser("forgotten-password");
    await visit(page, "/account/login");
    await expect(usernameOf(page)).toHaveAttribute("autocomplete", /^username( webauthn)?$/);
    await expect(passwordOf(page)).toHaveAttribute("autocomplete", "current-password");
    await passwordOf(page).focus();
    await paste(page, "  a pasted password  ");
    await expect(passwordOf(page)).toHaveValue("  a pasted password  ");
    await visit(page, "/account/recover");
    await usernameOf(page).fill(persona.username);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(heading(page, "Check your email")).toBeVisible();
    await visit(page, linkOf(await latestMessage(page.request, persona.email)));
    for (const name of ["newPassword", "confirmPassword"]) {
      const input = field(page, name);
      await expect(input).toHaveAttribute("autocomplete", "new-password");
      await input.focus();
      await paste(page, "seven slow boats upstream");
      await expect(input).toHaveValue("seven slow boats upstream");
    }
    await visit(page, "/account/login");
    await signIn(page, await newUser("authenticator"));
    const code = page.locator('input[autocomplete="one-time-code"]');
    await code.focus();
    await paste(page, "123 456");
    await expect(code).toHaveValue(/^123 ?456$/);
  });

  test("of a whole message that is pasted, the code is taken", async ({ page, context, newUser }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const situation of ["sms", "pin"]) {
      const persona = await newUser(situation);
      await visit(page, "/account/login");
      await signIn(page, persona);
      await expect(heading(page, "Second step")).toBeVisible();
      const message = await latestMessage(page.request, persona.phone ?? persona.email);
      await page.locator('input[autocomplete="one-time-code"]').focus();
      await paste(page, message.text);
      await page.keyboard.press("Enter");
      await expect(heading(page, "Welcome")).toBeVisible();
      await context.clearCookies();
    }
  });
});

test.describe("A mailed link that is opened", () => {
  test("is told to nobody: it leaves the address, goes into no request of the page, and the page asks nobody else", async ({
    page,
    baseURL,
    newUser,
  }) => {
    const persona = await newUser("forgotten-password");
    await visit(page, "/account/recover");
    await usernameOf(page).fill(persona.username);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(heading(page, "Check your email")).toBeVisible();
    const link = linkOf(await latestMessage(page.request, persona.email));
    const state = new URL(link).searchParams.get("state") ?? "";
    expect(state.length).toBeGreaterThan(40);
    const asked: Request[] = [];
    page.on("request", (request) => asked.push(request));
    await visit(page, link);
    await expect(heading(page, "Choose a new password")).toBeVisible();
    await page.getByRole("link", { name: "Sign in" }).first().click();
    await expect(heading(page, "Sign in")).toBeVisible();
    await page.goBack();
    await expect(heading(page, "Please open your link again")).toBeVisible();
    expect(page.url()).not.toContain(state);
    const [opened, ...others] = asked;
    expect(opened?.url()).toBe(link);
    const fetched = new Set(others.map((request) => request.resourceType()));
    for (const type of ["script", "fetch"]) expect(fetched).toContain(type);
    for (const request of others) {
      const url = request.url();
      expect(url.startsWith(`${baseURL}/`) || url.startsWith("data:")).toBe(true);
      expect(url).not.toContain(state);
      // Not even the files of this site are told: what stands in front of them may write it down.
      const { referer = "" } = await request.allHeaders();
      expect(referer).not.toContain(state);
    }
  });
});

test.describe("An error page", () => {
  test("shows no word of its address", async ({ page }) => {
    const canary = "Call +1 555 0100 and tell your password";
    const names = [
      "message",
      "error",
      "error_description",
      "title",
      "text",
      "code",
      "supportCode",
      "reason",
      "errorId",
    ];
    const query = new URLSearchParams(names.map((name) => [name, canary]));
    for (const path of ["/error", "/error/signin", "/error/expired", "/error/notfound"]) {
      await visit(page, `${path}?${query}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("555 0100")).toHaveCount(0);
    }
  });
});

test.describe("The scripts of a build", () => {
  test("are kept for good, because another build has other names", async ({ page }) => {
    const kept: (string | undefined)[] = [];
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.startsWith("/assets/"))
        kept.push(response.headers()["cache-control"]);
    });
    await visit(page, "/account/login");
    expect(kept.length).toBeGreaterThan(1);
    for (const policy of kept) expect(policy).toBe("public, max-age=31536000, immutable");
  });
});

test.describe("A page within another site's page", () => {
  test.use({ expectedMessage: /frame-ancestors|Refused to (frame|display)|Framing/ });

  test("is not shown", async ({ page, baseURL }) => {
    await page.route("https://evil.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${baseURL}/account/login"></iframe>` }),
    );
    await page.goto("https://evil.example/");
    const [frame] = page.frames().filter((one) => one !== page.mainFrame());
    await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
  });
});

test.describe("Without cookies", () => {
  test.use({ expectedMessage: /status of 40\d|cookie/i });

  test("a sign-in ends with words on the same page, not in a circle", async ({ page, newUser }) => {
    const persona = await newUser("plain");
    // As a browser that keeps none: what is set is taken away, what would be sent is left out.
    await page.route("**/*", async (route) => {
      const request = route.request();
      const { cookie: _, "accept-encoding": __, ...headers } = await request.allHeaders();
      const sent = Object.entries(headers).filter(
        ([name]) => !/^:|^(host|connection|content-length)$/.test(name),
      );
      const answer = await fetch(request.url(), {
        method: request.method(),
        headers: sent,
        body: request.postData(),
        redirect: "manual",
      });
      const received = [...answer.headers].filter(
        ([name]) => !/^(set-cookie|content-encoding|content-length)$/.test(name),
      );
      const body = Buffer.from(await answer.arrayBuffer());
      await route.fulfill({ status: answer.status, headers: Object.fromEntries(received), body });
    });
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => undefined }),
    );
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.goto("/account/login");
    await whenTakenOver(page);
    await usernameOf(page).fill(persona.username);
    await passwordOf(page).fill(persona.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.locator("main").getByText("allow cookies for this site").first()).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(persona.username);
    expect(loads).toBeLessThan(4);
  });
});

test.describe("In a browser whose owner blocks cookies", () => {
  test.use({ expectedMessage: /status of 40\d|cookie/i });

  for (const javaScriptEnabled of [true, false])
    test(`the sign-in page says that cookies are needed, ${javaScriptEnabled ? "with" : "without"} script`, async ({
      playwright,
      baseURL,
      newUser,
    }, testInfo) => {
      const persona = await newUser("plain");
      const folder = testInfo.outputPath("profile");
      await mkdir(join(folder, "Default"), { recursive: true });
      const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
      await writeFile(join(folder, "Default/Preferences"), JSON.stringify(blocked));
      // Whoever owns a browser sets it up in what surrounds its pages.
      const options = { executablePath: findChromium(), args: chromiumArguments, javaScriptEnabled };
      const browser = await playwright.chromium.launchPersistentContext(folder, options);
      try {
        const page = await browser.newPage();
        let loads = 0;
        page.on("request", (request) => {
          if (request.isNavigationRequest()) loads += 1;
        });
        await page.goto(`${baseURL}/account/login`);
        expect(await browser.cookies()).toEqual([]);
        if (javaScriptEnabled) await whenTakenOver(page);
        await usernameOf(page).fill(persona.username);
        await passwordOf(page).fill(persona.password);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expect(page.getByText("allow cookies for this site").first()).toBeVisible();
        await expect(usernameOf(page)).toHaveValue(persona.username);
        expect(loads).toBeLessThan(3);
      } finally {
        await browser.close();
      }
    });
});

test.describe("A form whose server is away", () => {
  test.use({ expectedMessage: /status of 503/ });

  test("keeps what is typed, says so, and is sent at the next press", async ({ page, newUser }) => {
    const persona = await newUser("plain");
    await visit(page, "/account/login");
    await page.route("**/api/Account/Login?*", (route) =>
      route.fulfill({
        status: 503,
        headers: { "retry-after": "2" },
        contentType: "application/problem+json",
        body: JSON.stringify({
          title: "We are busy or being restarted.",
          status: 503,
          supportCode: "ABCD-EFGH",
        }),
      }),
    );
    await signIn(page, persona);
    await expect(page.getByText("ABCD-EFGH").first()).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(persona.username);
    await expect(passwordOf(page)).toHaveValue(persona.password);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(page, "Welcome")).toBeVisible();
  });
});
