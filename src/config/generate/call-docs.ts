import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { propertiesOf, requiredOf } from "../resolve/facts.ts";

const begin = "<!-- calls: made by `npm run generate` -->";
const end = "<!-- calls: end -->";

/** A README with its table of calls made anew; throws where the marks are missing. */
export function withCallDocs(readme: string, contracts: Record<string, CallContract>): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The README needs the lines ${begin} and ${end}`);
  return `${readme.slice(0, from + begin.length)}\n${callDocs(contracts)}\n${readme.slice(to)}`;
}

/** The calls as a Markdown table. A question mark says that a value may be left out. */
export function callDocs(contracts: Record<string, CallContract>): string {
  const rows = Object.entries(contracts).map(([name, contract]) =>
    [method(contract) + name, contract.summary, contract.access, takes(contract), gives(contract)]
      .map((cell) => cell.replaceAll("|", "\\|"))
      .join(" | "),
  );
  const head = ["Call | What it does | Who | Takes | Gives", "--- | --- | --- | --- | ---"];
  return [...head, ...rows].map((row) => `| ${row} |`).join("\n");
}

function method({ method: verb }: CallContract): string {
  return verb === "GET" ? "GET " : "";
}

function takes({ query, body }: CallContract): string {
  const parameters = Object.entries(query ?? {}).map(([name, schema]) =>
    schema.default === undefined ? `\`?${name}\`` : `\`?${name}=${schema.default}\``,
  );
  const required = requiredOf(body);
  const fields = [...propertiesOf(body).keys()].map(
    (name) => `\`${name}\`${required.includes(name) ? "" : "?"}`,
  );
  return [...parameters, ...fields].join(" ");
}

function gives({ answer, content, leaves }: CallContract): string {
  const body = content === "image" ? "an image" : shapeName(answer);
  return [body, ...(leaves ? ["or 209"] : [])].join(" ");
}

function shapeName(answer: JsonSchema | undefined): string {
  if (answer === undefined) return "nothing";
  if (answer.type === "boolean") return "`true` or `false`";
  if (typeof answer.$ref === "string")
    return `[${answer.$ref.replace(/^.*\/|\.json$/g, "")}](${answer.$ref.slice(3)})`;
  const outcomes = propertiesOf(answer).get("outcome")?.enum;
  const names = [...propertiesOf(answer).keys()].map((name) => `\`${name}\``);
  return Array.isArray(outcomes) ? `${names.join(" ")} (${outcomes.join(", ")})` : names.join(" ");
}
