import { nearest } from "../nearest.ts";
import { valuesAt } from "../resolve/facts.ts";
import type { Scene } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const reachedStep: Rule = {
  id: "reached-step",
  stops: true,
  finds: "A step that the view can name and the screen does not have, or a step that nothing leads to.",
  why: "The server says by `view.step` where a person stands; without that step the page would be empty.",
  example: { file: "screens.config.json", wrong: '"id": "mailLink"', right: '"id": "mailedLink"' },
  check: ({ screens, scenes }) =>
    scenes.filter(isWizard).flatMap((wizard) => {
      const { screen, steps, pathOf, facts } = wizard;
      const named = (valuesAt(facts, "view.step") ?? []).filter((value) => typeof value === "string");
      const rows = scenes.filter((scene) => scene.screen === screen).flatMap((scene) => scene.rows);
      const targets = rows.filter(({ row }) => row.show === true).map(({ row }) => row.go.slice(1));
      const missing = named.filter((step) => !steps.includes(step));
      const unreached = steps.filter((step) => !named.includes(step) && !targets.includes(step));
      const strangers = unreached.map((step) => {
        const at = [...pathOf("steps"), steps.indexOf(step), "id"];
        return screens.at(at, `Nothing leads to the step "${step}".`, nearest(step, missing));
      });
      const absent = missing
        .filter((step) => nearest(step, unreached) === undefined)
        .map((step) => {
          const message = `The view can say that a person stands at "${step}": there is no such step.`;
          return screens.at(pathOf("steps"), message);
        });
      return [...strangers, ...absent];
    }),
};

/** A screen with steps, not one of its steps. */
function isWizard({ entries, path }: Scene): boolean {
  return entries.steps !== undefined && path.length === 2;
}
