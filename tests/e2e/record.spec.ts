import { recordWalk } from "../record/record-walk.ts";
import { recordedTest } from "../record/recorded-test.ts";
import { application, expect, test } from "./fixtures.ts";
import { button, visit } from "./on-page.ts";

test("a walk becomes a test against what people read, with a user of its own", async ({
  page,
  context,
  newUser,
  baseURL = "",
}) => {
  const person = await newUser("plain");
  const actions = await recordWalk(context);
  await visit(page, "/account/login");
  await page.getByRole("textbox", { name: "User name" }).click();
  await page.keyboard.type(person.username);
  await page.getByRole("textbox", { name: "Password" }).click();
  await page.keyboard.type(person.password);
  await button(page, "Sign in").click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in");
  const walk = { name: "to-the-home-page", actions, end: page.url(), origin: baseURL, application };
  const lines = recordedTest(walk, [{ ...person, id: "plain" }]).split("\n");
  expect(lines).toEqual([
    'import { expect, test } from "./fixtures.ts";',
    "",
    'test("to the home page", async ({ page, newUser }) => {',
    '  const person = await newUser("plain");',
    "  await page.goto('/account/login');",
    "  await page.getByRole('textbox', { name: 'User name' }).fill(person.username);",
    "  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);",
    "  await page.getByRole('button', { name: 'Sign in', exact: true }).click();",
    '  await expect(page.getByRole("main")).toMatchAriaSnapshot({ name: "to-the-home-page.aria.yml" });',
    "});",
    "",
  ]);
});
