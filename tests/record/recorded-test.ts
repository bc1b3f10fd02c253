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
}

/**
 * The test that repeats a walk: addresses without their origin, and in the place of a user of the demo one of its own,
 * so that it stands in no other test's way, and nothing that is secret. It ends with what the page says, or at the application with its address.
 */
export function recordedTest(walk: Walk, personas: readonly Persona[]): string {
  const { name, application, end } = walk;
  const actions = withoutFocusing(walk.actions.filter((line) => line !== ""));
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
  const used = body.some((line) => line.includes("application}"))
    ? "application, expect, test"
    : "expect, test";
  const given = person === undefined ? "{ page }" : "{ page, newUser }";
  return `import { ${used} } from "./fixtures.ts";

test("${name.replaceAll("-", " ")}", async (${given}) => {
${body.map((line) => `  ${line.trim()}`).join("\n")}
});
`;
}

function withNames(line: string, { origin, application }: Walk, person: Persona | undefined): string {
  const named =
    person === undefined
      ? line
      : line
          .replaceAll(quoted(person.username), "person.username")
          .replaceAll(quoted(person.password), "person.password");
  return withoutSecrets(named)
    .replaceAll(`'${origin}/`, "'/")
    .replace(new RegExp(`'${application}([^']*)'`), (_, path: string) => `\`\${application}${path}\``);
}

/** Codes and links count once, and a new password is the tester's own. */
function withoutSecrets(line: string): string {
  return line
    .replace(/(name: '[^']*password[^']*'.*\.fill\()'[^']*'/i, "$1'seven slow boats upstream'")
    .replace(/(\.fill\()'[\d -]{5,}'/, "$1'the code that was told'")
    .replace(/([?&](?:state|id)=)[^&']+/g, "$1what-the-mail-says");
}

/** A click into a field only brings the focus, which filling it brings too. */
function withoutFocusing(actions: readonly string[]): string[] {
  return actions.filter((line, index) => {
    const field = /^(.*)\.click\(\);$/.exec(line)?.[1];
    return field === undefined || !actions[index + 1]?.startsWith(`${field}.fill(`);
  });
}

function quoted(text: string): string {
  return `'${text}'`;
}
