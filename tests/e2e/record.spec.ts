import { checkConfig } from "../../src/config/check-config.ts";
import type { Part } from "../../src/config/gallery/parts.ts";
import { readSources } from "../../src/config/sources.ts";
import type { Workspace } from "../../src/config/workspace.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import { resolveScreens } from "../../src/shared/screens.ts";
import { placeStates } from "../record/place-states.ts";
import { recordWalk } from "../record/record-walk.ts";
import { recordedState } from "../record/recorded-state.ts";
import { recordedTest } from "../record/recorded-test.ts";
import { watchStates } from "../record/watch-states.ts";
import { application, expect, test } from "./fixtures.ts";
import { button, visit } from "./on-page.ts";

const files = { clientsFile: "clients.config.json", vendorsFile: "vendors.config.json" };
const sources = await readSources(process.cwd(), files);
const workspace = checkConfig(sources).workspace as Workspace;

test("a walk becomes a test against what people read, with a user of its own, and states of the gallery", async ({
  page,
  context,
  newUser,
  baseURL,
}) => {
  const person = await newUser("plain");
  const actions = await recordWalk(context);
  const states = watchStates(page, baseURL ?? "", resolveScreens(workspace.screens.value));
  await visit(page, "/account/login");
  await page.getByRole("textbox", { name: "User name" }).click();
  await page.keyboard.type(person.username);
  await page.getByRole("textbox", { name: "Password" }).click();
  await page.keyboard.type(person.password);
  await button(page, "Sign in").click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in");
  const walk = { name: "to-the-home-page", actions, end: page.url(), origin: baseURL ?? "", application };
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
  const placed = placeStates(walk.name, await states(), workspace, sources);
  const { findings } = checkConfig({ ...sources, texts: new Map([...sources.texts, ...placed]) });
  expect(findings).toEqual([]);
  const home = JSON.parse(placed.get("states/home.json") ?? "{}");
  expect(home.states["to-the-home-page"]).toMatchObject({ user: { isAuthenticated: true } });
});

test("nothing secret of a walk is written", () => {
  const actions = [
    "await page.goto('http://a.example/account/reset-password?state=wL1Rk7Jv&x=1');",
    "await page.getByRole('textbox', { name: 'New password', exact: true }).fill('my own secret');",
    "await page.getByRole('textbox', { name: 'Code' }).fill('123 456');",
  ];
  const walk = { name: "a", actions, end: "http://a.example/", origin: "http://a.example", application };
  const written = recordedTest(walk, []);
  expect(written).not.toMatch(/wL1Rk7Jv|my own secret|123 456/);
  expect(written).toContain("'/account/reset-password?state=what-the-mail-says&x=1'");
});

test("nothing secret that a page shows is recorded as a state", () => {
  const part = { base: { view: { step: "authenticator" }, list: null, user: { isAuthenticated: true } } };
  const page = {
    view: {
      step: "codes",
      sharedKey: "JBSWY3DP",
      recoveryCodes: ["12345"],
      items: [{ id: "1", createdAt: 1.8e12 }],
    },
    list: null,
    user: { isAuthenticated: true },
  };
  const state = recordedState(page as unknown as PageState, part as unknown as Part);
  expect(state).toEqual({ view: { step: "codes", items: [{ id: "1", createdAt: Date.UTC(2031, 4, 1) }] } });
});
