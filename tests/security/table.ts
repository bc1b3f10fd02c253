import { join } from "node:path";
import { faults } from "./faults.ts";
import type { Requirement } from "./requirement.ts";
import { requirements } from "./requirements.ts";

export const tableFile = join(import.meta.dirname, "README.md");

const introduction = `# Security and reliability: what must hold, and what proves it

Made by \`npm run generate\` from \`requirements.ts\` and \`faults.ts\`; do not edit. The last step of \`npm test\`, and of
\`npm run test:faults\` for what stands in \`tests/faults/\`, fails where a test that is named here does not exist, did not pass or was left out:
so \`passed\` is what the run itself found.

Sources: A = OWASP ASVS 5.0, N = NIST SP 800-63B-4, R = RFC 9700, W = WebAuthn Level 3, M = HTTP Observatory, G = WCAG 2.2,
V = an advisory that a peer had to publish, X = measured. \`…\` in a title stands for what differs between tests of one kind.

Where the specification and these sources disagree (character classes, repeated characters, expiry of passwords, a PIN by mail), what is
specified exists, each rule is a setting of the partner or the installation, and the operations page names what is below the baseline.
`;

/** The table as it must stand in its file. */
export function tableText(): string {
  return [
    introduction,
    "## Requirements\n",
    tableOf(["id", "what must hold", "source"], requirements, ({ id, says, source }) => [id, says, source]),
    "\n## Faults and the right behaviour\n",
    tableOf(["no", "fault", "right behaviour"], faults, ({ id, says, source }) => [id, source, says]),
    "",
  ].join("\n");
}

function tableOf(
  heads: readonly string[],
  rows: readonly Requirement[],
  cellsOf: (row: Requirement) => readonly string[],
): string {
  const columns = [...heads, "proven by", "result"];
  const lines = rows.map((row) => [...cellsOf(row), proofOf(row), resultOf(row)].map(escaped));
  return [columns, columns.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function proofOf({ provenBy = {} }: Requirement): string {
  return Object.entries(provenBy)
    .flatMap(([file, titles]) => [`\`${file}\``, ...titles.map((title) => `“${title}”`)])
    .join("<br>");
}

function resultOf({ doesNotApply, open }: Requirement): string {
  if (doesNotApply !== undefined) return `does not apply: ${doesNotApply}`;
  return open === undefined ? "passed" : `**open**: ${open}`;
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll(/<(?!br>)/g, "&lt;");
}
