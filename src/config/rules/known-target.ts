import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every `go` of a `next` and every screen of the journey map leads to a screen or a step that exists. */
export const knownTarget: Rule = ({ screens, scenes }) => {
  const ids = Object.keys(screens.value.screens);
  const rows = scenes.flatMap(({ nexts, steps }) =>
    nexts.flatMap((next) =>
      next.rows.flatMap(({ row: { go }, path, journey }) => {
        const targets = [...ids, ...steps.map((step) => `#${step}`), "$returnUrl"];
        if (journey || targets.includes(go)) return [];
        const kind = go.startsWith("#") ? "step" : "screen";
        const message = `There is no ${kind} "${go}" to go to.`;
        return [screens.at([...path, "go"], "known-target", message, nearest(go, targets))];
      }),
    ),
  );
  const journey = Object.entries(screens.value.journey)
    .filter(([, id]) => !ids.includes(id))
    .map(([outcome, id]) =>
      screens.at(
        ["journey", outcome],
        "known-target",
        `There is no screen "${id}" to go to.`,
        nearest(id, ids),
      ),
    );
  return [...rows, ...journey];
};
