import { spawnSync } from "node:child_process";
import { checkConfig } from "../../src/config/check-config.ts";
import type { Part } from "../../src/config/gallery/parts.ts";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import type { Workspace } from "../../src/config/resolve/workspace.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import { resolveScreens } from "../../src/shared/screens.ts";
import { placeStates } from "../record/place-states.ts";
import { recordWalk } from "../record/record-walk.ts";
import { recordedState } from "../record/recorded-state.ts";
import { isReadingPlace, recordedTest } from "../record/recorded-test.ts";
import { steadySnapshot } from "../record/steady-snapshot.ts";
import { watchStates } from "../record/watch-states.ts";
import { application, expect, type Persona, test } from "./fixtures.ts";
import { button, visit } from "./on-page.ts";

const sources = await readSources(process.cwd(), ownFiles);
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
  // A person looks at a page for longer than a test does.
  await states();
  await page.getByRole("textbox", { name: "User name" }).click();
  await page.keyboard.type(person.username);
  await page.getByRole("textbox", { name: "Password" }).click();
  await page.keyboard.type(person.password);
  await button(page, "Sign in").click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in");
  // The recorder may tell of the press after what it led to.
  await expect.poll(() => actions.at(-1)).toContain("name: 'Sign in'");
  const walk = {
    name: "to-the-home-page",
    actions,
    end: page.url(),
    origin: baseURL ?? "",
    application,
    refusals: [],
    messages: [],
  };
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
  // The page that somebody signed in at is not recorded as it would be now.
  const login = JSON.parse(placed.get("states/login.json") ?? "{}");
  expect(login.states["to-the-home-page"].view).not.toHaveProperty("signedIn");
  // What the gallery has by one walk, another does not add.
  const texts = new Map([...sources.texts, ...placed]);
  const known = checkConfig({ ...sources, texts }).workspace as Workspace;
  const again = placeStates("once-more", await states(), known, { ...sources, texts });
  expect([...again.keys()]).toEqual([]);
});

/** What a walk has beside what was done and sent. */
const elsewhere = {
  name: "a",
  end: "http://a.example/",
  origin: "http://a.example",
  application,
  refusals: [],
};

test("a machine without a screen is told so", () => {
  test.skip(process.platform !== "linux");
  const env = { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "", TEST_PORT: "1" };
  const command = ["tests/record/record.ts", "no-screen"];
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: "utf8", timeout: 30_000 });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^A walk needs a screen, [^\n]*\n$/);
});

test("nothing secret of a walk is written", () => {
  const actions = [
    "await page.goto('http://a.example/account/reset-password?state=wL1Rk7Jv&x=1');",
    "await page.getByRole('textbox', { name: 'New password', exact: true }).fill('my own secret');",
    "await page.getByRole('textbox', { name: 'Code' }).fill('123 456');",
  ];
  const written = recordedTest({ ...elsewhere, actions, messages: [] }, []);
  expect(written).not.toMatch(/wL1Rk7Jv|my own secret|123 456/);
  expect(written).toContain("'/account/reset-password?state=what-the-mail-says&x=1'");
});

test("a code that the person of a walk was told is the test's own", () => {
  const actions = [
    "await page.getByRole('textbox', { name: 'User name' }).fill('petra.pin');",
    "await page.getByRole('textbox', { name: 'Code' }).fill('123456');",
    "await page.getByRole('textbox', { name: 'Code' }).press('Enter');",
    "await page.getByRole('button', { name: 'Continue' }).click();",
  ];
  const mailed = [{ to: "petra.pin@payroll.example", text: "The PIN is 123456." }];
  const written = (person: Partial<Persona>, messages = mailed) =>
    recordedTest({ ...elsewhere, actions, messages }, [
      { id: "pin", username: "petra.pin", password: "-", ...person },
    ] as Persona[]);
  const byMail = written({ email: "petra.pin@payroll.example" });
  expect(byMail).toContain('import { codeOf, expect, latestMessage, test } from "./fixtures.ts";');
  expect(byMail).toContain(".fill(codeOf(await latestMessage(page.request, person.email)));");
  expect(byMail).not.toContain("press('Enter')");
  const byApp = written({ authenticatorKey: "JBSWY3DP" }, []);
  expect(byApp).toContain('import { appCode } from "./second-step.ts";');
  expect(byApp).toContain(".fill(appCode(person));");
});

test("a walk with a refusal expects what the browser says of it", () => {
  const written = (...refusals: number[]) =>
    recordedTest({ ...elsewhere, actions: [], messages: [], refusals }, []);
  expect(written(429, 400, 400)).toContain("\ntest.use({ expectedMessage: /status of (400|429)/ });\n");
  expect(written()).not.toContain("expectedMessage");
});

test("a walk that begins with a user of the demo's list is the test's own", () => {
  const actions = [
    `await page.goto('${application}/');`,
    "await page.getByRole('link', { name: 'Sign in as petra.pin' }).click();",
    "await page.getByRole('textbox', { name: 'Password' }).fill('letters-under-the-blue-door');",
  ];
  const persona = { id: "pin", username: "petra.pin", password: "letters-under-the-blue-door" };
  const written = recordedTest({ ...elsewhere, actions, messages: [] }, [persona as Persona]);
  expect(written).toContain('const person = await newUser("pin");');
  expect(written).toContain(
    [
      "await page.goto(`$",
      "{application}/sign-in?login_hint=$",
      "{encodeURIComponent(person.username)}&prompt=login`);",
    ].join(""),
  );
  expect(written).toContain(".fill(person.password);");
});

test("a walk that reads its mail in another tab opens the link of its own mail", () => {
  expect(isReadingPlace(`${application}/outbox`, application)).toBe(true);
  expect(isReadingPlace(`${application}/claims`, application)).toBe(false);
  const actions = [
    "await page.getByRole('textbox', { name: 'User name' }).fill('freya.forgetful');",
    "await page2.goto('http://a.example/account/reset-password');",
    "await page2.getByRole('button', { name: 'Save' }).click();",
  ];
  const email = "freya.forgetful@payroll.example";
  const messages = [{ to: email, text: "Open http://a.example/account/reset-password?state=wL1Rk7Jv." }];
  const persona = { id: "forgetful", username: "freya.forgetful", password: "-", email };
  const written = recordedTest({ ...elsewhere, actions, messages }, [persona as Persona]).split("\n");
  expect(written.slice(2, 9)).toEqual([
    'test("a", async ({ page, context, newUser }) => {',
    '  const person = await newUser("forgetful");',
    "  await page.getByRole('textbox', { name: 'User name' }).fill(person.username);",
    "  const page2 = await context.newPage();",
    "  await page2.goto(linkOf(await latestMessage(page.request, person.email)));",
    "  await page2.getByRole('button', { name: 'Save' }).click();",
    '  await expect(page2.getByRole("main")).toMatchAriaSnapshot({ name: "a.aria.yml" });',
  ]);
});

test("what differs in each run is a pattern in the snapshot", () => {
  const snapshot = `- main:
  - text: petra.pin.7da4c876be
  - link "Payroll":
    - /url: http://localhost:5511/
  - button "Menu of petra.pin.7da4c876be" [expanded]
  - strong: /\\d+ Nov \\d+, \\d+:\\d+ UTC/
  - code: MWNR`;
  expect(steadySnapshot(snapshot, [{ username: "petra.pin" } as Persona])).toBe(String.raw`- main:
  - text: /.+/
  - link "Payroll":
    - /url: /http:\/\/.+\//
  - button /Menu of .+/ [expanded]
  - strong: /\d+ \w+ \d+, \d+:\d+ UTC/
  - code: /.+/`);
});

test("a state of a step is recorded below its step", () => {
  const page = {
    screen: "setupTwoFactor",
    view: { step: "authenticator", method: "sms" },
    list: null,
    user: { isAuthenticated: false },
  };
  const placed = placeStates("half-way", [page as unknown as PageState], workspace, sources);
  const { steps } = JSON.parse(placed.get("states/setupTwoFactor.json") ?? "{}");
  expect(steps.authenticator.states["half-way"].view).toMatchObject({ method: "sms" });
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
