import { join } from "node:path";
import type { ErrorPayload } from "vite";
import { type Finding, formatFinding } from "../src/config/finding.ts";
import { counted } from "../src/config/words.ts";

/** Findings as Vite shows errors over the page, the first one large; each place opens in the editor. */
export function findingError(root: string, findings: readonly Finding[]): ErrorPayload | undefined {
  const [first] = findings;
  if (first === undefined) return undefined;
  const { file, line, column } = first;
  return {
    type: "error",
    err: {
      plugin: `npm run check: ${counted(findings.length, "finding")}`,
      message: formatFinding(first).replace(/^\S+ +/, ""),
      loc: { file: join(root, file), line, column },
      stack: findings
        .slice(1)
        .map((finding) => `${root}/${formatFinding(finding)}`)
        .join("\n"),
    },
  };
}
