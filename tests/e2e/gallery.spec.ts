import type { Page } from "@playwright/test";
import { cutOff } from "../support/cut-off.ts";
import { expect, test, whenTakenOver } from "./fixtures.ts";
import { expectFits, field } from "./on-page.ts";

interface Named {
  id: string;
  kind: string;
  place: { file: string; line: number };
}

/** What a page asks of the calls; the picture of a partner is no call of a person. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" || (pathname.startsWith("/api/") && !pathname.endsWith("/GetPartnerLogo")))
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test("a cell of every screen, step and kind is taken over in silence, and sends nothing", async ({
  page,
}) => {
  test.slow();
  const calls = callsOf(page);
  const cells: Named[] = await (await page.request.get("/gallery/cells.json")).json();
  const chosen = cells.filter(({ id }) => /\/empty$|\/asks-remove|^mail\/pin\/|^sms\//.test(id));
  for (const { id, kind } of chosen) {
    await page.goto(`/gallery/cell/${id}`);
    if (kind === "screen") await whenTakenOver(page);
  }
  expect(calls).toEqual([]);
});

test("what is pressed in a cell leads nowhere, and its form still says what is wrong", async ({ page }) => {
  const calls = callsOf(page);
  await page.goto("/gallery/cell/login/all-ways");
  await whenTakenOver(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("User name is required.")).toBeVisible();
  await page.getByRole("textbox", { name: "User name" }).fill("robin");
  await field(page, "password").fill("secret");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: /Contoso/ }).click();
  for (const link of await page.getByRole("link").all()) await link.dispatchEvent("click");
  await expect(page).toHaveURL(/\/gallery\/cell\/login\/all-ways(#content)?$/);
  expect(calls).toEqual([]);
});

test("states that no page answer can carry stand in a cell too", async ({ page }) => {
  const shown = async (id: string) => {
    await page.goto(`/gallery/cell/${id}`);
    await whenTakenOver(page);
  };
  await shown("login/waiting");
  await expect(page.getByRole("progressbar", { name: "Sending" })).toBeAttached();
  await shown("login/captcha");
  await expect(page.getByRole("dialog")).toBeVisible();
  await shown("home/session-idle");
  await expect(page.getByRole("alertdialog")).toContainText("1:30");
  await shown("registerDevice/asks-remove");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await shown("login/new-version");
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await shown("login/failed");
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});

test("words that are longer than a narrow phone go on in the next line", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  const cells: Named[] = await (await page.request.get("/gallery/cells.json")).json();
  const screens = cells.filter(({ id, kind }) => kind === "screen" && id.endsWith("/empty"));
  expect(screens.length).toBeGreaterThan(30);
  for (const { id } of screens) {
    // A key has no place at which it could be broken.
    await page.goto(`/gallery/cell/${id}?texts=places`);
    await whenTakenOver(page);
    expect.soft(await cutOff(page), id).toEqual([]);
  }
});

test.describe("the overview", () => {
  test("shows cells side by side, as chosen, with their lines", async ({ page }) => {
    await page.goto("/gallery");
    await page.getByRole("combobox", { name: "Screen" }).selectOption("recover");
    await page.getByLabel("de", { exact: true }).check();
    await page.getByLabel("dark", { exact: true }).check();
    await page.getByRole("button", { name: "Show" }).click();
    const cell = page.getByRole("region", { name: "recover/empty", exact: true });
    const frame = (title: string) => cell.frameLocator(`iframe[title="recover/empty, ${title}"]`);
    await expect(frame("en-GB, default, light, 360 px").getByRole("heading", { level: 1 })).toBeVisible();
    const german = frame("de, default, dark, 360 px");
    await expect(german.locator("html[lang=de][data-theme=dark]")).toBeAttached();
    await expect(german.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(
      cell.getByRole("link", { name: /^Open in the editor screens.config.json:\d+$/ }),
    ).toHaveAttribute("href", /^vscode:\/\/file\/.+screens\.config\.json:\d+:\d+$/);
    await cell.getByRole("link", { name: "de, default, dark, 360 px" }).click();
    await expect(page).toHaveURL(/\/gallery\/cell\/recover\/empty\?language=de&partner=default&scheme=dark/);
  });

  test("keeps the focus where it is while dialogs open in its cells", async ({ page }) => {
    await page.goto("/gallery?group=home&find=session-idle", { waitUntil: "commit" });
    const find = page.getByRole("searchbox", { name: "Part of the name" });
    await find.focus();
    const cell = page.frameLocator('iframe[title^="home/session-idle"]');
    await expect(cell.locator("dialog[open]")).toBeAttached();
    await expect(find).toBeFocused();
  });
});

for (const [name, options] of [
  ["a phone", { viewport: { width: 360, height: 740 } }],
  ["a desktop in the dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
] as const)
  test.describe(`on ${name}`, () => {
    test.use(options);

    test("the overview fits and is accessible", async ({ page }) => {
      // What stands in the cells is looked at by itself.
      const body = '<!doctype html><html lang="en"><title>A cell</title><h1>A cell</h1></html>';
      await page.route("**/gallery/cell/**", (route) => route.fulfill({ contentType: "text/html", body }));
      await page.goto("/gallery?group=recover&language=en-GB&language=de");
      await expectFits(page);
    });
  });
