import type { Rule } from "./rule.ts";

/** An answer is shown at a step of its own screen; another screen loads its own view. */
export const shownStep: Rule = ({ screens, scenes }) =>
  scenes
    .flatMap(({ rows }) => rows)
    .filter(({ row }) => row.show === true && !row.go.startsWith("#"))
    .map(({ row, path }) =>
      screens.at([...path, "show"], "shown-step", `"${row.go}" is no step: only a step shows an answer.`),
    );
