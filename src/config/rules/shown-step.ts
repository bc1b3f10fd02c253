import type { Rule } from "./rule.ts";

export const shownStep: Rule = {
  id: "shown-step",
  stops: true,
  finds: "A row that shows an answer anywhere but at a step of its own screen.",
  why: "Another screen loads its own view, so the answer would be lost.",
  example: {
    file: "screens.config.json",
    wrong: '"go": "login", "show": true',
    right: '"go": "#sent", "show": true',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ rows }) => rows)
      .filter(({ row }) => row.show === true && !row.go.startsWith("#"))
      .map(({ row, path }) =>
        screens.at([...path, "show"], `"${row.go}" is no step: only a step shows an answer.`),
      ),
};
