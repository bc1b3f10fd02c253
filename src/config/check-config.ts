import { checkSchemas } from "./check-schemas.ts";
import { locateDocuments } from "./documents.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { type Proof, proveJourney } from "./proof/prove-journey.ts";
import type { Checked } from "./rules/rule.ts";
import { ruleSteps } from "./rules/rules.ts";
import { scenesOf } from "./scenes.ts";
import type { Sources } from "./sources.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

/** What the check of all files found, and the files themselves where the product can run on them. */
export interface CheckResult {
  findings: Finding[];
  workspace: Workspace | undefined;
  /** How much of the journey was proven, where the check came as far as that. */
  journey?: Pick<Proof, "states" | "ways">;
}

/**
 * Checks everything in steps, each resting on the one before: every file has the right shape, every schema is sound,
 * every rule over all files together holds, nobody is stranded anywhere. A step that finds what keeps the product from running ends the check.
 */
export function checkConfig(sources: Sources): CheckResult {
  const { documents, findings } = locateDocuments(sources);
  if (documents === undefined) return { findings: sortFindings(findings), workspace: undefined };
  const inSchemas = checkSchemas(documents);
  if (inSchemas.length > 0) return { findings: sortFindings(inSchemas), workspace: undefined };
  const workspace = openWorkspace(documents);
  const checked = { ...workspace, scenes: scenesOf(workspace) };
  const { found, stopped } = runRules(checked);
  if (stopped) return { findings: sortFindings(found), workspace: undefined };
  const { findings: stranded, states, ways } = proveJourney(checked);
  return {
    findings: sortFindings([...found, ...stranded]),
    workspace: stranded.length > 0 ? undefined : workspace,
    journey: { states, ways },
  };
}

function runRules(checked: Checked): { found: Finding[]; stopped: boolean } {
  const found: Finding[] = [];
  for (const step of ruleSteps) {
    const results = step.map(({ check, stops }) => ({ findings: check(checked), stops }));
    found.push(...results.flatMap(({ findings }) => findings));
    if (results.some(({ findings, stops }) => stops && findings.length > 0)) return { found, stopped: true };
  }
  return { found, stopped: false };
}
