import { unmatchedPath } from "../../shared/screens.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const knownTarget: Rule = {
  id: "known-target",
  stops: true,
  finds: "A `go`, or a screen of the journey map, that does not exist or has no address.",
  why: "The answer would lead nowhere.",
  example: {
    file: "screens.config.json",
    wrong: '"go": "#cods"',
    right: '"go": "#codes"',
  },
  check: ({ screens, scenes }) => {
    // The screen of unmatched addresses has none of its own.
    const ids = Object.entries(screens.value.screens).flatMap(([id, { path }]) =>
      path === unmatchedPath ? [] : [id],
    );
    const own = scenes.flatMap(({ rows, steps }) => {
      const targets = [...ids, ...steps.map((step) => `#${step}`), "$returnUrl"];
      return rows
        .filter(({ row }) => !targets.includes(row.go))
        .map(({ row: { go }, path }) => {
          const message = `There is no ${go.startsWith("#") ? "step" : "screen"} "${go}" to go to.`;
          return screens.at([...path, "go"], message, nearest(go, targets));
        });
    });
    const journey = Object.entries(screens.value.journey)
      .filter(([, id]) => !ids.includes(id))
      .map(([outcome, id]) =>
        screens.at(["journey", outcome], `There is no screen "${id}" to go to.`, nearest(id, ids)),
      );
    return [...own, ...journey];
  },
};
