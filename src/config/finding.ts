import type { Edit } from "./edit-json.ts";
import { hintOf } from "./nearest.ts";

/** How a finding is mended where no judgement is needed: changes of its file. */
export interface Fix {
  /** What it does, as the end of a sentence: "removed". */
  does: string;
  edits: readonly Edit[];
  /** Words that somebody wrote would be gone: done only where nothing else is wrong, which may be why nobody needs them. */
  loses?: true;
}

/** One thing wrong in a data file, as a compiler would say it. Whoever runs a rule adds which one says so. */
export interface Fault {
  /** Path relative to the root, with forward slashes. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units as editors count. */
  column: number;
  /** One sentence. */
  message: string;
  /** The nearest valid name, where a name is wrong. */
  suggestion?: string;
  /** Only where it is mechanical: `npm run check -- --fix` applies it. */
  fix?: Fix;
  /** The shortest path that leads there, where the finding is about a walk through the screens. */
  path?: string;
  rule?: never;
}

/** A fault and the id of the rule that found it. */
export interface Finding extends Omit<Fault, "rule"> {
  rule: string;
}

/** Faults, as findings of the rule that found them. */
export function foundBy(rule: string, faults: readonly Fault[]): Finding[] {
  return faults.map((fault) => ({ ...fault, rule }));
}

/** The page that explains each rule below a heading of its id; made from the rules by `npm run generate`. */
export const rulesPage = "docs/rules.md";

/** `file:line:column  message  (docs/rules.md#rule)`, the suggestion within the message, the path below. */
export function formatFinding({ file, line, column, message, rule, suggestion, path }: Finding): string {
  const below = path === undefined ? "" : `\n    ${path}`;
  return `${file}:${line}:${column}  ${message}${hintOf(suggestion)}  (${rulesPage}#${rule})${below}`;
}

/** In the order of files and places, each said once. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [formatFinding(finding), finding]));
  return [...unique.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
}

// By code units: the order must not depend on the machine's language.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
