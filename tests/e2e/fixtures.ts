import { join } from "node:path";
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { pageMarks } from "../../src/client/page/page-marks.ts";
import type { Persona } from "../../src/server/demo/personas.ts";
import { demoServices } from "../../src/server/demo/seed.ts";
import type { Services } from "../../src/server/services.ts";
import { addDemoUser } from "../support/demo-user.ts";
import { messagePatterns, noteCall, noteMessages, noteReached, reachedFolder } from "../support/reached.ts";

export type { Persona };

/** What somebody types to sign in. */
export type Login = Pick<Persona, "username" | "password">;

interface Fixtures {
  /** Adds a user of this situation to the demo, for this test alone. */
  newUser: (situation: string) => Promise<Persona>;
  /** Console message that a test expects; everything else fails it. */
  expectedMessage: RegExp;
  /** Whether pages may have a service worker: what it fetches, no test could hold back. */
  serviceWorker: boolean;
  watch: undefined;
  reached: undefined;
}

interface WorkerFixtures {
  /** What it takes to write into the demo's database. */
  demo: Services;
}

/** Address of the demo's payroll application. */
export const application = process.env.DEMO_APPLICATION ?? "";

/** Chromium tells of a focus that it does not put where typing begins: somebody typed sooner, or the field is in a cell of the gallery. */
const notFocused = /^info: Autofocus processing was blocked/;

/**
 * Every test fails on a policy violation, an uncaught error or a console message that it does not name, so that
 * the whole suite proves a silent page.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // An address of its own for each test: failures of one address count for everybody behind it.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const part = () => 1 + Math.floor(Math.random() * 250);
    await use({ "x-forwarded-for": `10.${part()}.${part()}.${part()}` });
  },
  expectedMessage: [/^(?!)/, { option: true }],
  serviceWorker: [false, { option: true }],
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use, { project }) => {
      const services = await demoServices({
        VESTIBULE_DATABASE_FILE: join(process.env.DEMO_FOLDER ?? "", "vestibule.sqlite"),
        // Stands in mailed links.
        VESTIBULE_PUBLIC_URL: project.use.baseURL,
      });
      await use(services);
      await services.store.close();
    },
    { scope: "worker" },
  ],
  newUser: async ({ demo }, use) => use((situation) => addDemoUser(demo, situation)),
  watch: [
    async ({ context, expectedMessage, serviceWorker }, use) => {
      const heard: string[] = [];
      const hear = (text: string) => {
        if (!expectedMessage.test(text) && !notFocused.test(text)) heard.push(text);
      };
      context.on("console", (message) =>
        hear(`${message.type()}: ${message.text()} ${message.location().url}`),
      );
      context.on("weberror", (error) => hear(`uncaught: ${error.error().message}`));
      if (!serviceWorker)
        await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
        });
      });
      await use(undefined);
      expect(heard).toEqual([]);
    },
    { auto: true },
  ],
  reached: [
    async ({ context, baseURL }, use) => {
      if (reachedFolder !== undefined) await noteWhatIsReached(context, baseURL ?? "");
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Notes the screens, calls and messages that people see in this context. */
async function noteWhatIsReached(context: BrowserContext, site: string): Promise<void> {
  const noteAddress = (address: string) => {
    if (!address.startsWith(`${site}/`)) return;
    const { pathname, searchParams } = new URL(address);
    noteReached("route", pathname.replace(/(?<=.)\/$/, ""));
    for (const parameter of searchParams.keys()) noteReached("parameter", parameter);
  };
  context.on("response", (response) => {
    const address = response.url();
    if (address.startsWith(`${site}/api/`)) noteCall(address, response.status());
    else if (response.request().isNavigationRequest()) {
      noteAddress(address);
      if (response.status() === 404) noteReached("route", "*");
    }
  });
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) noteAddress(frame.url());
    }),
  );
  await context.exposeBinding("noteMessages", (_source, text: string) => noteMessages(text));
  await context.addInitScript(
    (patterns: string[]) => {
      const seen = new Set<string>();
      const look = () => {
        const text = document.body?.innerText ?? "";
        const fresh = patterns.filter((pattern) => !seen.has(pattern) && new RegExp(pattern).test(text));
        for (const pattern of fresh) seen.add(pattern);
        if (fresh.length > 0) (window as unknown as { noteMessages(text: string): void }).noteMessages(text);
      };
      // At each change and not at the next frame: by then the test may have typed the message away.
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    },
    messagePatterns.map(({ pattern }) => pattern.source),
  );
}

export { expect };

/** A message of the demo's virtual inbox. */
export interface InboxMessage {
  at: number;
  channel: "mail" | "sms";
  to: string;
  subject?: string;
  text: string;
}

/**
 * The newest message to somebody; waits for it. `after` is the one that was there before something was asked for, so
 * that the same is not read twice.
 */
export function latestMessage(
  request: APIRequestContext,
  to: string,
  after?: InboxMessage,
): Promise<InboxMessage> {
  return messageTo(request, to, ({ text }) => text !== after?.text);
}

/** The message to somebody that says this: a reference, a number. */
export function messageWith(request: APIRequestContext, to: string, words: string): Promise<InboxMessage> {
  return messageTo(request, to, ({ text }) => text.includes(words));
}

async function messageTo(
  request: APIRequestContext,
  to: string,
  isMeant: (message: InboxMessage) => boolean,
): Promise<InboxMessage> {
  let found: InboxMessage | undefined;
  const look = async () => {
    const list: InboxMessage[] = await (await request.get(`${application}/outbox.json`)).json();
    found = list.find((message) => message.to === to && isMeant(message));
    return found;
  };
  await expect.poll(look, { message: `a message to ${to}` }).toBeDefined();
  if (found === undefined) throw new Error("no message");
  return found;
}

/** The code of a message: its only run of six digits. */
export function codeOf({ text }: InboxMessage): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
  if (code === undefined) throw new Error("The message holds no code");
  return code;
}

/** The address that a message asks to open. */
export function linkOf({ text }: InboxMessage): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error("The message holds no link");
  return link;
}

/** Fills the sign-in form of the page and sends it. */
export async function signIn(page: Page, { username, password }: Login): Promise<void> {
  await usernameOf(page).fill(username);
  await passwordOf(page).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Fills the sign-in form of a page in any language and sends it. */
export async function signInByKey(page: Page, { username, password }: Login): Promise<void> {
  await page.locator('main input[name="username"]').fill(username);
  await passwordOf(page).fill(password);
  await passwordOf(page).press("Enter");
}

/** The user name's input; the box that remembers it carries the words too. */
export function usernameOf(page: Page): Locator {
  return page.getByRole("textbox", { name: "User name" });
}

/** The password input; its show button carries the word too. */
export function passwordOf(page: Page): Locator {
  return page.locator('input[name="password"]');
}

/** Starts a sign-in at the application and waits for the sign-in page. */
export async function startAtApplication(page: Page): Promise<void> {
  await page.goto(application);
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
}

/**
 * Holds back what a page asks of an address until it is released, to go on then or to fail; `asked` says that
 * something is held.
 */
export async function holdBack(page: Page, address: string, then: "continue" | "abort" = "continue") {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await released.promise;
    await route[then]();
  });
  return { asked: asked.promise, release: released.resolve };
}

/** Waits until the script has taken the page over, and answers to what is pressed. */
export async function whenTakenOver(page: Page): Promise<void> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, pageMarks.appReady);
}

/** Presses the back button and, where that has led, forward. Playwright would take what the router does as it starts for the way back. */
export async function goBackAndForward(page: Page): Promise<void> {
  await whenTakenOver(page);
  await page.goBack();
  await whenTakenOver(page);
  await page.goForward();
}
