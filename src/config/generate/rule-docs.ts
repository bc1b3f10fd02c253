import type { Example, RulePage } from "../rules/rule.ts";

const head = `# What the check finds

<!-- Made from \`src/config/rules/\` and \`src/config/proof/journey-rules.ts\` by \`npm run generate\`. Never edited by hand. -->

\`npm run check\` names one of these rules with each finding. Every example is proven: what stands behind \`-\` is found by
the rule, what stands behind \`+\` is right.
`;

/** The page of all rules, in alphabetical order. */
export function ruleDocs(pages: readonly RulePage[]): string {
  const sorted = [...pages].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [head, ...sorted.map(section)].join("\n");
}

function section({ id, finds, why, example }: RulePage): string {
  return `## ${id}\n\n${finds} ${why}\n\n\`\`\`diff\n${difference(example)}\n\`\`\`\n`;
}

function difference({ file, wrong, right }: Example): string {
  return [`  ${file}`, ...marked("-", wrong), ...marked("+", right)].join("\n");
}

function marked(mark: string, text: string | undefined): string[] {
  return (text?.split("\n") ?? []).map((line) => `${mark} ${line}`);
}
