import {
  application,
  expect,
  holdBack,
  passwordOf,
  signIn,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";

test.describe("Before the script has arrived", () => {
  test("typed text stays when the script takes over", async ({ page, newUser }) => {
    const person = await newUser("plain");
    const script = await holdBack(page, "**/assets/**");
    await page.goto("/account/login", { waitUntil: "commit" });
    await usernameOf(page).fill(person.username);
    await passwordOf(page).fill(person.password);
    await page.getByLabel("Remember my user name on this device").check();
    script.release();
    await whenTakenOver(page);
    await expect(usernameOf(page)).toHaveValue(person.username);
    await expect(passwordOf(page)).toHaveValue(person.password);
    await expect(page.getByLabel("Remember my user name on this device")).toBeChecked();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  });

  test("a form sent by the browser itself signs in, and no secret stands in an address", async ({
    page,
    newUser,
  }) => {
    const person = await newUser("plain");
    await page.route("**/assets/**", (route) => route.abort());
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await startAtApplication(page);
    await signIn(page, person);
    await expect(page).toHaveURL(new RegExp(`^${application}`));
    expect(addresses.join("\n")).not.toContain(encodeURIComponent(person.password));
  });
  test.use({ expectedMessage: /Failed to load resource|Failed to fetch dynamically imported|ERR_FAILED/ });

  test("a form sent by the browser itself is marked, for a script that arrives while it is sent", async ({
    page,
  }) => {
    await page.route("**/assets/**", (route) => route.abort());
    await page.goto("/account/login");
    const isMarked = await page.evaluate(() => {
      document.forms[0]?.requestSubmit();
      return "posted" in document.documentElement.dataset;
    });
    expect(isMarked).toBe(true);
    await expect(usernameOf(page)).toHaveAttribute("aria-invalid", "true");
  });

  test("a form sent by the script is not marked", async ({ page }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(usernameOf(page)).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("html")).not.toHaveAttribute("data-posted");
  });

  test("the script waits until the form is on the screen", async ({ page }) => {
    // What starts the script in a browser that does not tell of paints would come first on a busy machine.
    await page.addInitScript(() => {
      const wait = setTimeout;
      const butThat = (run: TimerHandler, time?: number) => (time === 300 ? 0 : wait(run, time));
      Object.assign(window, { setTimeout: butThat });
    });
    await page.goto("/account/login");
    await whenTakenOver(page);
    const [painted, asked] = await page.evaluate(() => {
      const scripts = performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.includes("/assets/"));
      return [
        performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
        Math.min(...scripts.map(({ startTime }) => startTime)),
      ];
    });
    expect(asked).toBeGreaterThanOrEqual(painted);
  });

  for (const [what, hide] of [
    ["does not tell of paints", () => (PerformanceObserver.prototype.observe = () => undefined)],
    ["observes nothing at all", () => Reflect.deleteProperty(globalThis, "PerformanceObserver")],
  ] as const)
    test.describe(`in a browser that ${what}`, () => {
      test.use({ expectedMessage: /PerformanceObserver is not defined/ });

      test("the script takes over all the same", async ({ page }) => {
        await page.addInitScript(hide);
        await page.goto("/account/login");
        await whenTakenOver(page);
        await expect(usernameOf(page)).toBeVisible();
      });
    });
});

test.describe("In a browser too old for the script", () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, "inert");
      Reflect.deleteProperty(Object, "hasOwn");
    }),
  );

  test("a person signs in by the plain form, and no script is asked for", async ({ page, newUser }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto("/account/login");
    await signIn(page, await newUser("plain"));
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    expect(scripts).toEqual([]);
  });

  test("what only a script can do is not shown, and what does without is", async ({ page }) => {
    await page.goto("/account/login");
    await expect(usernameOf(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Show" })).toBeHidden();
    await expect(page.getByLabel("Appearance")).toBeHidden();
    await page.getByLabel("Language").selectOption({ label: "Deutsch" });
    await page.getByRole("button", { name: "Change language" }).click();
    await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  });
});

test.describe("Without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("a person signs in, chooses a customer and signs out", async ({ page, newUser }) => {
    await startAtApplication(page);
    await signIn(page, await newUser("several-customers"));
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await page.locator('button[name="customerId"]').first().click();
    await expect(page).toHaveURL(new RegExp(`^${application}`));
    await page.goto("/account/logout");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByRole("heading", { name: "You are logged out." })).toBeVisible();
  });

  test("the customers are filtered and paged by plain links and forms", async ({ page, newUser }) => {
    await page.goto("/account/login");
    await signIn(page, await newUser("vendor-support"));
    await page.goto("/account/select");
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.getByLabel("Search by name or number").fill("an");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/filter=an/);
    await expect(page.locator('button[name="customerId"]').first()).toBeVisible();
  });
});

test.describe("A refused form without any script", () => {
  test.use({ javaScriptEnabled: false, expectedMessage: /status of 400/ });

  test("a wrong password is told on the same page with the user name kept and the password gone", async ({
    page,
  }) => {
    await page.goto("/account/login");
    await usernameOf(page).fill("nobody");
    await passwordOf(page).fill("not the right password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "is not right" })).toBeVisible();
    // Nothing announces what a page came with: the browser begins at these words.
    await expect(page.getByRole("alert").filter({ hasText: "is not right" })).toBeFocused();
    await expect(usernameOf(page)).toHaveValue("nobody");
    await expect(passwordOf(page)).toHaveValue("");
    expect(page.url()).not.toContain("password");
  });

  test("what is missing is where the browser begins, and in the title of the page", async ({ page }) => {
    await page.goto("/account/login");
    const title = await page.title();
    await usernameOf(page).fill("nobody");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(passwordOf(page)).toBeFocused();
    await expect(passwordOf(page)).toHaveAccessibleDescription(/\S/);
    await expect(page).toHaveTitle(`Error: ${title}`);
  });
});
