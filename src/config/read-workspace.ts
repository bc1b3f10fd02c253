import { formatFinding } from "./finding.ts";
import { locateDocuments } from "./read/documents.ts";
import { ownFiles, readSources, type Sources } from "./read/sources.ts";
import { checkSchemas } from "./resolve/check-schemas.ts";
import { openWorkspace, type Workspace } from "./resolve/workspace.ts";

/** The data files below a root. Throws as `workspaceOf` does. */
export async function readWorkspace(root: string): Promise<Workspace> {
  return workspaceOf(await readSources(root, ownFiles));
}

/** The files of some sources; names among them may be wrong. Throws where one has not the right shape, with every finding. */
export function workspaceOf(sources: Sources): Workspace {
  const { documents, findings } = locateDocuments(sources);
  const wrong = documents === undefined ? findings : checkSchemas(documents);
  if (documents === undefined || wrong.length > 0) throw new Error(wrong.map(formatFinding).join("\n"));
  return openWorkspace(documents);
}
