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
  /** What the demo has sent, the newest first. */
  messages: readonly { to: string; text: string }[];
}

/**
 * The test that repeats a walk: addresses without their origin, and in the place of a user of the demo one of its own,
 * so that it stands in no other test's way, and nothing that is secret. It ends with what the page says, or at the application with its address.
 */
export function recordedTest(walk: Walk, personas: readonly Persona[]): string {
  const { name, application, end } = walk;
  const actions = withoutTwice(walk.actions.filter((line) => line !== ""));
  const person = personas.find(({ username }) => actions.some((line) => line.includes(quoted(username))));
  const lines = actions.map((line) => withNames(line, walk, person));
  const last = end.startsWith(application)
    ? `await expect(page).toHaveURL(new RegExp(\`^\${application}\`));`
    : `await expect(page.getByRole("main")).toMatchAriaSnapshot({ name: "${name}.aria.yml" });`;
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
    "test",
  ];
  const given = person === undefined ? "{ page }" : "{ page, newUser }";
  return `import { ${fromFixtures.join(", ")} } from "./fixtures.ts";${
    uses("appCode(") ? '\nimport { appCode } from "./second-step.ts";' : ""
  }

test("${name.replaceAll("-", " ")}", async (${given}) => {
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
  return withoutSecrets(withCode(named, walk, person))
    .replaceAll(`'${origin}/`, "'/")
    .replace(new RegExp(`'${application}([^']*)'`), (_, path: string) => `\`\${application}${path}\``);
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
