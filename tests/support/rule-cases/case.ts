import type { Edit } from "../sample-edits.ts";

/** A wrong edit of the samples and what it must lead to: the rule, and the text at the very place of the finding. */
export interface Case {
  rule: string;
  file: string;
  edit: Edit;
  at: string;
  suggestion?: string;
}
