import { type Finding, foundBy, sortFindings } from "./finding.ts";
import { type Proof, proveJourney } from "./proof/prove-journey.ts";
import { locateDocuments } from "./read/documents.ts";
import { hashOf, isBuilt, ownHashOf, type Sources } from "./read/sources.ts";
import { checkSchemas } from "./resolve/check-schemas.ts";
import { type Checked, scenesOf } from "./resolve/scenes.ts";
import { openWorkspace, type Workspace } from "./resolve/workspace.ts";
import type { Rule } from "./rules/rule.ts";
import { applicationRules, ruleSteps } from "./rules/rules.ts";

/** What the check of all files found, and the files themselves where the product can run on them. */
export interface CheckResult {
  findings: Finding[];
  workspace: Workspace | undefined;
  /** How much of the journey was proven, where the check came as far as that. */
  journey?: Pick<Proof, "states" | "ways">;
}

/**
 * Checks everything; of files that were `proven` to be well (`ownHashOf`) only what each environment brings itself,
 * the applications and providers, since proving all of it anew is most of what a start takes.
 */
export function checkAll(sources: Sources, proven?: string): CheckResult {
  return proven === ownHashOf(sources) ? checkApplications(sources) : checkConfig(sources);
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
  const { found, stopped } = runRules(checked, ruleSteps);
  if (stopped) return { findings: sortFindings(found), workspace: undefined };
  const { findings: stranded, states, ways } = proofOf(checked);
  return {
    findings: sortFindings([...found, ...stranded]),
    workspace: stranded.length > 0 ? undefined : workspace,
    journey: { states, ways },
  };
}

let lastProof: { of: string; proof: Proof } | undefined;

/** The proof reads screens, schemas and partners. Words change far more often, and leave it as it is. */
function proofOf(checked: Checked): Proof {
  const built = [...checked.sources.texts].filter(([file]) => isBuilt(file));
  const partners = [...checked.partners].map(([id, { value }]) => [id, JSON.stringify(value)] as const);
  const of = hashOf([...built, ...partners]);
  if (lastProof?.of !== of) lastProof = { of, proof: proveJourney(checked) };
  return lastProof.proof;
}

/** Checks the files of applications and providers, where everything else is known to be well. */
export function checkApplications(sources: Sources): CheckResult {
  const { clientsFile, vendorsFile } = sources;
  const { documents, findings } = locateDocuments(sources, [clientsFile, vendorsFile]);
  if (documents === undefined) return { findings: sortFindings(findings), workspace: undefined };
  const workspace = openWorkspace(documents);
  const { found, stopped } = runRules({ ...workspace, scenes: [] }, [applicationRules]);
  return { findings: sortFindings(found), workspace: stopped ? undefined : workspace };
}

function runRules(
  checked: Checked,
  steps: readonly (readonly Rule[])[],
): { found: Finding[]; stopped: boolean } {
  const found: Finding[] = [];
  for (const step of steps) {
    const results = step.map(({ id, check, stops }) => ({ findings: foundBy(id, check(checked)), stops }));
    found.push(...results.flatMap(({ findings }) => findings));
    if (results.some(({ findings, stops }) => stops && findings.length > 0)) return { found, stopped: true };
  }
  return { found, stopped: false };
}
