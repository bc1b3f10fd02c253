import { application, expect, passwordOf, test, usernameOf, whenTakenOver } from "./fixtures.ts";

test("the privacy notice and the imprint open beside the page, which keeps what was typed", async ({
  page,
  context,
}) => {
  await context.route("https://northwind.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Of the partner</title>" }),
  );
  await page.goto(`${application}/sign-in?client=payroll-northwind`);
  await whenTakenOver(page);
  await usernameOf(page).fill("robin.example");
  await passwordOf(page).fill("half a passw");
  const { href } = new URL(page.url());
  for (const [name, path] of [
    ["Privacy notice", "privacy"],
    ["Legal notice", "imprint"],
  ]) {
    const opened = page.waitForEvent("popup");
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: `${name} (opens in a new tab)`, exact: true })
      .click();
    const beside = await opened;
    await beside.waitForLoadState();
    expect(beside.url()).toBe(`https://northwind.example/${path}`);
    expect(await beside.evaluate(() => [window.opener, document.referrer.includes("returnUrl")])).toEqual([
      null,
      false,
    ]);
    await beside.close();
  }
  expect(page.url()).toBe(href);
  await expect(usernameOf(page)).toHaveValue("robin.example");
  await expect(passwordOf(page)).toHaveValue("half a passw");
});

/** How far the page can be scrolled, and how far its footer ends above its end. */
const ends = () => {
  const { scrollHeight, clientHeight } = document.documentElement;
  const footer = document.querySelector("footer");
  const below =
    footer && Math.abs(Math.round(scrollHeight - scrollY - footer.getBoundingClientRect().bottom));
  return { scrolls: scrollHeight - clientHeight, below };
};

for (const [width, height] of [
  [320, 740],
  [360, 480],
  [1280, 720],
  [1280, 1100],
] as const)
  test(`the footer stands at the end of a page of ${width} × ${height}, which is not longer by it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const cell of ["login/empty", "recover/empty", "home/signed-in"]) {
      const at = async (partner: string) => {
        await page.goto(`/gallery/cell/${cell}?${new URLSearchParams({ language: "de", partner })}`);
        return page.evaluate(ends);
      };
      // The same words of both: what differs is the footer alone.
      const { scrolls } = await at("default");
      expect.soft(await at("northwind"), cell).toEqual({ scrolls, below: 0 });
    }
  });
