import { checkSchemas } from "./check-schemas.ts";
import { locateDocuments } from "./documents.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { rules } from "./rules/rules.ts";
import { scenesOf } from "./scenes.ts";
import type { Sources } from "./sources.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

/** What the check of all files found, and the files themselves where the product can run on them. */
export interface CheckResult {
  findings: Finding[];
  workspace: Workspace | undefined;
}

/**
 * Checks everything in three steps, each resting on the one before: every file has the right shape, every schema
 * is sound, every rule over all files together holds. A step that finds something ends the check.
 */
export function checkConfig(sources: Sources): CheckResult {
  const { documents, findings } = locateDocuments(sources);
  if (documents === undefined) return { findings: sortFindings(findings), workspace: undefined };
  const inSchemas = checkSchemas(documents);
  if (inSchemas.length > 0) return { findings: sortFindings(inSchemas), workspace: undefined };
  const workspace = openWorkspace(documents);
  const checked = { ...workspace, scenes: scenesOf(workspace) };
  const found = rules.map(({ check, stops }) => ({ findings: check(checked), stops }));
  const stopped = found.some((rule) => rule.stops && rule.findings.length > 0);
  return {
    findings: sortFindings(found.flatMap((rule) => rule.findings)),
    workspace: stopped ? undefined : workspace,
  };
}
