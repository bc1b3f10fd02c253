import { type APIRequestContext, test as base, expect, type Locator, type Page } from "@playwright/test";

/** A user of the demo, as its application lists them. */
export interface Persona {
  id: string;
  situation: string;
  username: string;
  password: string;
  email: string;
  phone?: string;
  /** Plain digits. */
  recoveryCodes?: string[];
}

interface Fixtures {
  /** The demo's user of this situation. */
  personas: (id: string) => Persona;
  /** Console message that a test expects; everything else fails it. */
  expectedMessage: RegExp;
  watch: undefined;
}

/** Address of the demo's payroll application. */
export const application = process.env.DEMO_APPLICATION ?? "";

/**
 * Every test fails on a policy violation, an uncaught error or a console message that it does not name, so that
 * the whole suite proves a silent page.
 */
export const test = base.extend<Fixtures>({
  // An address of its own for each test: failures of one address count for everybody behind it.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const part = () => 1 + Math.floor(Math.random() * 250);
    await use({ "x-forwarded-for": `10.${part()}.${part()}.${part()}` });
  },
  expectedMessage: [/^(?!)/, { option: true }],
  personas: async ({ playwright }, use) => {
    const request = await playwright.request.newContext();
    const list: Persona[] = await (await request.get(`${application}/personas.json`)).json();
    await request.dispose();
    await use((id) => {
      const found = list.find((persona) => persona.id === id);
      if (found === undefined) throw new Error(`The demo has no user ${id}`);
      return found;
    });
  },
  watch: [
    async ({ context, expectedMessage }, use) => {
      const heard: string[] = [];
      const hear = (text: string) => {
        if (!expectedMessage.test(text)) heard.push(text);
      };
      context.on("console", (message) =>
        hear(`${message.type()}: ${message.text()} ${message.location().url}`),
      );
      context.on("weberror", (error) => hear(`uncaught: ${error.error().message}`));
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
});

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
export async function latestMessage(
  request: APIRequestContext,
  to: string,
  after?: InboxMessage,
): Promise<InboxMessage> {
  let found: InboxMessage | undefined;
  const look = async () => {
    const list: InboxMessage[] = await (await request.get(`${application}/outbox.json`)).json();
    found = list.find((message) => message.to === to && message.text !== after?.text);
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
export async function signIn(page: Page, persona: Persona): Promise<void> {
  await usernameOf(page).fill(persona.username);
  await passwordOf(page).fill(persona.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
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

/** Waits until the script has taken the page over. */
export async function whenTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("vestibule:app").length > 0);
}
