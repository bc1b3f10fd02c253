import { randomUUID } from "node:crypto";
import { application, codeOf, expect, latestMessage, signIn, test, whenTakenOver } from "./fixtures.ts";
import { button, expectFits, field, heading, visit } from "./on-page.ts";

const newAddress = () => `${randomUUID()}@new.example`;

test.describe("The home page", () => {
  test("leads a visitor to the sign-in page and shows nobody's applications", async ({ page }) => {
    await visit(page, "/");
    await expect(page.getByRole("heading", { name: "Your applications" })).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(heading(page, "Sign in")).toBeVisible();
  });

  test("leads a signed-in person to an application", async ({ page, newUser }) => {
    const user = await newUser("plain");
    await visit(page, "/account/login");
    await signIn(page, user);
    const list = page.getByRole("region", { name: "Your applications" });
    await expect(list.getByRole("link").first()).toBeVisible();
    await expectFits(page);
    await list.getByRole("link", { name: "Payroll", exact: true }).click();
    await expect(page).toHaveURL(`${application}/claims`);
  });
});

test.describe("The recent sign-ins of the home page", () => {
  test.use({ expectedMessage: /status of 400/, timezoneId: "Asia/Tokyo" });

  test("show when, how and from where, in the time of the browser, and that somebody was refused", async ({
    page,
    newUser,
  }) => {
    const user = await newUser("plain");
    await visit(page, "/account/login");
    await signIn(page, { ...user, password: "somebody guessed" });
    await expect(page.getByText("is not correct").or(page.getByRole("alert")).first()).toBeVisible();
    await signIn(page, user);
    const list = page.getByRole("region", { name: "Your recent sign-ins" });
    await expect(list.getByRole("listitem")).toHaveCount(1);
    const row = list.getByRole("listitem");
    await expect(row).toContainText(/\d\d:\d\d (GMT\+9|JST)/);
    await expect(row).toContainText(
      /Password\p{Cf}* ·\s\p{Cf}*Chrome on \w+\p{Cf}* ·\s\p{Cf}*10\.\d+\.\d+\.•••/u,
    );
    await expect(list).toContainText(
      "One attempt to sign in to your account was refused in the last 30 days. Nobody got in by it.",
    );
    await expectFits(page);
  });
});

test.describe("The own email address", () => {
  test.use({ expectedMessage: /status of 400/ });

  test("changes by the code that was sent to the new one, through a reload and another try", async ({
    page,
    request,
    newUser,
  }) => {
    const user = await newUser("plain");
    const address = newAddress();
    await visit(page, "/account/login");
    await signIn(page, user);
    await page.getByRole("main").getByRole("link", { name: "Your email address" }).click();
    await expect(heading(page, "Your email address")).toBeFocused();
    const email = field(page, "email");
    await expect(email).toHaveValue(user.email);
    await email.fill("");
    await button(page, "Send me a code").click();
    await expect(page.getByText("Email is a required field.")).toBeVisible();
    await email.fill("nobody");
    await button(page, "Send me a code").click();
    await expect(page.getByText("Must be a valid email address.")).toBeVisible();
    await email.fill(address);
    await button(page, "Send me a code").click();
    await expect(heading(page, "Confirm your new email address")).toBeVisible();
    await page.reload();
    await whenTakenOver(page);
    await expect(heading(page, "Confirm your new email address")).toBeVisible();
    const code = codeOf(await latestMessage(request, address));
    await field(page, "code").fill(code === "000000" ? "111111" : "000000");
    await button(page, "Confirm").click();
    await expect(field(page, "code")).toHaveAttribute("aria-invalid", "true");
    await field(page, "code").fill(code);
    await button(page, "Confirm").click();
    await expect(page.getByText("Employee has been updated.")).toBeVisible();
    expect((await latestMessage(request, user.email)).subject).toContain("changed");
  });

  test("can be kept after all", async ({ page, newUser }) => {
    const user = await newUser("plain");
    await visit(page, "/account/login");
    await signIn(page, user);
    await page.getByRole("main").getByRole("link", { name: "Your email address" }).click();
    await field(page, "email").fill(newAddress());
    await button(page, "Send me a code").click();
    await button(page, "Keep the old address").click();
    await expect(field(page, "email")).toHaveValue(user.email);
  });

  test.describe("in German, without script", () => {
    test.use({ locale: "de-DE", javaScriptEnabled: false });

    test("changes by native forms", async ({ page, request, newUser }) => {
      const user = await newUser("plain");
      const address = newAddress();
      await page.goto("/account/login?returnUrl=/account/contact");
      await field(page, "username").fill(user.username);
      await field(page, "password").fill(user.password);
      await button(page, "Anmelden").click();
      await field(page, "email").fill(address);
      await button(page, "Code senden").click();
      await field(page, "code").fill(codeOf(await latestMessage(request, address)));
      await button(page, "Bestätigen").click();
      await expect(page.getByText("Ihre Mitarbeiterdaten wurden aktualisiert.")).toBeVisible();
    });
  });
});

for (const path of ["/error/access-denied", "/error/expired", "/error/link-expired", "/error/notfound"]) {
  test(`${path} names a support code and a way on`, async ({ page }) => {
    await visit(page, path);
    await expect(page.getByText(/Support code: \w{4}-\w{4}/)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  });
}
