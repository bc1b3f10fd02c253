import type { Page } from "@playwright/test";
import { expect, signIn, test, whenTakenOver } from "./fixtures.ts";

/** Asks for a page until it is compressed once for all, which makes it a twentieth smaller; gives its length. */
async function compressedLength(page: Page, path: string): Promise<string> {
  const lengthAsked = async () => {
    const answer = await page.request.get(path, { headers: { "accept-encoding": "br" } });
    return Number(answer.headers()["content-length"]);
  };
  const first = await lengthAsked();
  let length = first;
  while (length > 0.95 * first) length = await lengthAsked();
  return String(length);
}

/** Opens the page in the browser; gives the nonce of its policy. */
async function open(page: Page, path: string, length: string): Promise<string | undefined> {
  const headers = (await (await page.goto(path))?.allHeaders()) ?? {};
  expect([headers["content-encoding"], headers["content-length"]]).toEqual(["br", length]);
  return /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1];
}

test("a page that is compressed once for all has a nonce of its own, and its form signs in", async ({
  page,
  newUser,
}) => {
  const path = "/account/login?returnUrl=%2Faccount%2Fcontact%3Fcompressed";
  const length = await compressedLength(page, path);
  const nonces = [await open(page, path, length), await open(page, path, length)];
  expect(new Set(nonces).size).toBe(2);
  // Every script and style of the page bears the nonce, or it would not start and the console would tell.
  await whenTakenOver(page);
  await signIn(page, await newUser("plain"));
  await expect(page).toHaveURL(/\/account\/contact\?compressed$/);
});

test.describe("Without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the token of a page that is compressed once for all signs in", async ({ page, newUser }) => {
    const path = "/account/login?returnUrl=%2Faccount%2Fcontact%3Fplain";
    await open(page, path, await compressedLength(page, path));
    await signIn(page, await newUser("plain"));
    await expect(page).toHaveURL(/\/account\/contact\?plain$/);
  });
});
