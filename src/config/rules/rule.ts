import type { Finding } from "../finding.ts";
import type { Scene } from "../scenes.ts";
import type { Workspace } from "../workspace.ts";

/** What a rule may look at. */
export interface Checked extends Workspace {
  scenes: readonly Scene[];
}

/** One rule of the check: a pure function over located documents. */
export type Rule = (checked: Checked) => Finding[];
