import equal from "fast-deep-equal";
import { type Edit, editJson } from "../../src/config/edit-json.ts";
import { type Part, partsOf } from "../../src/config/gallery/parts.ts";
import { withChange } from "../../src/config/gallery/shown-state.ts";
import type { Sources } from "../../src/config/read/sources.ts";
import type { Workspace } from "../../src/config/resolve/workspace.ts";
import type { RecordedState } from "../../src/generated/config.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import { partOf } from "../../src/shared/screens.ts";
import { recordedState } from "./recorded-state.ts";

/** Path → text of the files of `states/` with the states of a walk that the gallery does not have anyway. */
export function placeStates(
  name: string,
  pages: readonly PageState[],
  workspace: Workspace,
  { texts }: Sources,
): Map<string, string> {
  const parts = partsOf(workspace);
  const placed = new Map<string, string>();
  for (const page of pages) {
    const part = parts.find(
      ({ screen, part }) => screen.id === page.screen && part === partOf(screen, page.view),
    );
    const state = part && recordedState(page, part);
    if (part === undefined || state === undefined || isKnown(part, state)) continue;
    const file = `states/${part.file}.json`;
    const holder = part.step === undefined ? [] : ["steps", part.step];
    const about = `Recorded by the walk of tests/e2e/${name}.spec.ts.`;
    const edits: Edit[] = [
      ...(texts.has(file) ? [] : [{ path: ["$schema"], value: "../schemas/config/states.schema.json" }]),
      { path: [...holder, "states", name], value: { about, ...state } },
    ];
    placed.set(file, editJson(placed.get(file) ?? texts.get(file) ?? "{}\n", edits));
  }
  return placed;
}

/** Whether a state of the gallery shows the same, whatever it is called and says of itself. */
function isKnown({ base, recorded }: Part, state: RecordedState): boolean {
  const shown = withChange(base, state);
  return recorded.some(({ change: { about: _, ...change } }) => equal(withChange(base, change), shown));
}
