import { checkConfig } from "./check-config.ts";
import { editJson } from "./edit-json.ts";
import type { Finding, Fix } from "./finding.ts";
import { locateJson } from "./read/located-json.ts";
import type { Sources } from "./read/sources.ts";

/** What was mended, with its place in the text as it is now. */
export interface Mended {
  file: string;
  line: number;
  does: string;
}

/** Mending one thing can show the next; a rule that never has enough must not turn in a circle. */
const mostRounds = 10;

/** What `fixSources` would mend of these findings: what takes words away only where nothing else is wrong. */
export function mendable(findings: readonly Finding[]): (Finding & { fix: Fix })[] {
  const all = findings.filter(hasFix);
  const losing = all.filter(({ fix }) => fix.loses === true);
  return losing.length === findings.length ? losing : all.filter(({ fix }) => fix.loses !== true);
}

/**
 * Mends all that the check finds and that needs no judgement. What nothing shows may be unused by mistake: it goes only
 * where nothing else was wrong to begin with. Gives the sources as they are then and what was done; the caller writes
 * the texts that changed.
 */
export function fixSources(sources: Sources): { sources: Sources; mended: Mended[] } {
  const done: (Finding & { fix: Fix })[] = [];
  let fixed = sources;
  let loses: boolean | undefined;
  for (let round = 0; round < mostRounds; round++) {
    const found = mendable(checkConfig(fixed).findings);
    const takes = found.some(({ fix }) => fix.loses === true);
    loses ??= takes;
    if (takes && !loses) break;
    if (found.length === 0) break;
    const texts = new Map(fixed.texts);
    for (const [file, findings] of Map.groupBy(found, (finding) => finding.file)) {
      texts.set(
        file,
        editJson(
          texts.get(file) ?? "",
          findings.flatMap(({ fix }) => fix.edits),
        ),
      );
    }
    if ([...texts].every(([file, text]) => fixed.texts.get(file) === text)) break;
    done.push(...found);
    fixed = { ...fixed, texts };
  }
  return { sources: fixed, mended: placed(fixed, done) };
}

function hasFix(finding: Finding): finding is Finding & { fix: Fix } {
  return finding.fix !== undefined;
}

/** What was done, file by file. */
function placed({ texts }: Sources, done: readonly (Finding & { fix: Fix })[]): Mended[] {
  return [...Map.groupBy(done, ({ file }) => file)].flatMap(([file, findings]) => {
    const { document } = locateJson(file, texts.get(file) ?? "");
    return findings.map(({ fix: { does, edits } }) => {
      const line = document?.keyPlace(edits[0]?.path ?? []).line ?? 1;
      return { file, line, does };
    });
  });
}
