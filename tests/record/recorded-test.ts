import type { Persona } from "../../src/server/demo/personas.ts";

/** What somebody did in the browser. */
export interface Walk {
  /** Kebab-case; also the name of the test's file. */
  name: string;
  /** Code of each action, as Playwright writes it. */
  actions: readonly string[];
  /** Address at the end. */
  end: string;
  /** Origins of the sign-in service and of the demo's application. */
  origin: string;
  application: string;
  /** Statuses of calls that were refused on the way, of which the browser tells in its console. */
  refusals: readonly number[];
  /** What the demo has sent, the newest first. */
  messages: readonly { to: string; text: string }[];
}

/** Whether nothing is done at an address but read what one was sent, or what one's app shows: a test reads both by itself. */
export function isReadingPlace(address: string, application: string): boolean {
  return ["/outbox", "/authenticator", "/clock"].some((path) => address.startsWith(application + path));
}

/**
 * The test that repeats a walk: addresses without their origin, and in the place of a user of the demo one of its own,
 * so that it stands in no other test's way, and nothing that is secret. It ends with what the page says, or at the application with its address.
 */
export function recordedTest(walk: Walk, personas: readonly Persona[]): string {
  const { name, application, end } = walk;
  const actions = withoutTwice(walk.actions.filter((line) => line !== ""));
  const person = personas.find(({ username }) =>
    actions.some((line) => line.includes(quoted(username)) || line.includes(quoted(signInAs(username)))),
  );
  const lines = withTabs(actions.map((line) => withNames(line, walk, person)));
  const tab = tabOf(actions.at(-1) ?? "") ?? "page";
  const last = end.startsWith(application)
    ? `await expect(${tab}).toHaveURL(new RegExp(\`^\${application}\`));`
    : `await expect(${tab}.getByRole("main")).toMatchAriaSnapshot({ name: "${name}.aria.yml" });`;
  const body = [
    ...(person === undefined ? [] : [`const person = await newUser("${person.id}");`]),
    ...lines,
    last,
  ];
  const uses = (name: string) => body.some((line) => line.includes(name));
  const fromFixtures = [
    ...(uses("application}") ? ["application"] : []),
    ...(uses("codeOf(") ? ["codeOf"] : []),
    "expect",
    ...(uses("latestMessage(") ? ["latestMessage"] : []),
    ...(uses("linkOf(") ? ["linkOf"] : []),
    "test",
  ];
  const statuses = [...new Set(walk.refusals)].toSorted((a, b) => a - b).join("|");
  const expected = statuses === "" ? "" : `test.use({ expectedMessage: /status of (${statuses})/ });\n\n`;
  const fixtures = [
    "page",
    ...(uses("context.newPage(") ? ["context"] : []),
    ...(person === undefined ? [] : ["newUser"]),
  ];
  return `import { ${fromFixtures.join(", ")} } from "./fixtures.ts";${
    uses("appCode(") ? '\nimport { appCode } from "./second-step.ts";' : ""
  }

${expected}test("${name.replaceAll("-", " ")}", async ({ ${fixtures.join(", ")} }) => {
${body.map((line) => `  ${line.trim()}`).join("\n")}
});
`;
}

function withNames(line: string, walk: Walk, person: Persona | undefined): string {
  const { origin, application } = walk;
  const named =
    person === undefined
      ? line
      : line
          .replaceAll(quoted(person.username), "person.username")
          .replaceAll(quoted(person.password), "person.password");
  return withoutSecrets(withMailedLink(withCode(asChosen(named, walk, person), walk, person), walk, person))
    .replaceAll(`'${origin}/`, "'/")
    .replace(new RegExp(`'${application}([^']*)'`), (_, path: string) => `\`\${application}${path}\``);
}

/** The name of the demo's link by which one of its users begins to sign in. */
function signInAs(username: string): string {
  return `Sign in as ${username}`;
}

/** The demo's application has links for its own users alone; the test's begins where they lead. */
function asChosen(line: string, { application }: Walk, person: Persona | undefined): string {
  if (person === undefined || !line.includes(quoted(signInAs(person.username)))) return line;
  const hint = "$" + "{encodeURIComponent(person.username)}";
  return `await ${tabOf(line)}.goto('${application}/sign-in?login_hint=${hint}&prompt=login');`;
}

/** The tab of an action: `page`, `page1`, … */
function tabOf(line: string): string | undefined {
  return /^\s*await (page\d*)\./.exec(line)?.[1];
}

/** Each tab but the first is opened before something is done in it. */
function withTabs(lines: readonly string[]): string[] {
  const open = new Set(["page"]);
  return lines.flatMap((line) => {
    const tab = tabOf(line) ?? "page";
    if (open.has(tab)) return [line];
    open.add(tab);
    return [`const ${tab} = await context.newPage();`, line];
  });
}

/** A link counts once, and its page takes it out of the address: the test opens that of its own mail. */
function withMailedLink(line: string, { messages, origin }: Walk, person: Persona | undefined): string {
  const [, address = "", path = ""] = /\.goto\('((http:\/\/[^'?]+)[^']*)'\)/.exec(line) ?? [];
  if (person === undefined || !path.startsWith(`${origin}/`)) return line;
  const isMailed = messages.some(({ to, text }) => to === person.email && text.includes(`${path}?`));
  if (!isMailed) return line;
  return line.replace(`'${address}'`, "linkOf(await latestMessage(page.request, person.email))");
}

/** A code counts once: the test reads its own where the person of the walk was told it. */
function withCode(line: string, { messages }: Walk, person: Persona | undefined): string {
  const [, typed = ""] = /\.fill\('([\d ]+)'\)/.exec(line) ?? [];
  const code = typed.replaceAll(" ", "");
  if (person === undefined || code.length !== 6) return line;
  const to = messages.find(({ text }) => text.includes(code))?.to;
  const told =
    to !== undefined && to === person.email
      ? "codeOf(await latestMessage(page.request, person.email))"
      : to !== undefined && to === person.phone
        ? 'codeOf(await latestMessage(page.request, person.phone ?? ""))'
        : to === undefined && person.authenticatorKey !== undefined
          ? "appCode(person)"
          : undefined;
  return told === undefined ? line : line.replace(`'${typed}'`, told);
}

/** Codes and links count once, and a new password is the tester's own. */
function withoutSecrets(line: string): string {
  return line
    .replace(/(name: '[^']*password[^']*'.*\.fill\()'[^']*'/i, "$1'seven slow boats upstream'")
    .replace(/(\.fill\()'[\d -]{5,}'/, "$1'the code that was told'")
    .replace(/([?&](?:state|id)=)[^&']+/g, "$1what-the-mail-says");
}

/**
 * A click into a field only brings the focus, which filling it brings too; and the Enter that sends a form is also noted
 * as the press of its button.
 */
function withoutTwice(actions: readonly string[]): string[] {
  return actions.filter((line, index) => {
    const next = actions[index + 1] ?? "";
    const field = /^(.*)\.click\(\);$/.exec(line)?.[1];
    if (field !== undefined && next.startsWith(`${field}.fill(`)) return false;
    return !(/'textbox'.*\.press\('Enter'\);$/.test(line) && /'button'.*\.click\(\);$/.test(next));
  });
}

function quoted(text: string): string {
  return `'${text}'`;
}
