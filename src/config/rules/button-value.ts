import { inputsOf, valuesOfFact } from "../resolve/facts.ts";
import type { PlacedCall, Scene } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const buttonValue: Rule = {
  id: "button-value",
  stops: true,
  finds:
    "A button that gives another value than its label names, or a main button, which has no label, that gives another than its contract's default.",
  why: "Whoever presses it does something else than they read.",
  example: {
    file: "screens.config.json",
    wrong: '"with": { "button": "=continue" }, "label": "cancel"',
    right: '"with": { "button": "=cancel" }, "label": "cancel"',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap((scene) =>
      scene.calls.flatMap((call) =>
        Object.entries(call.use.with ?? {})
          .filter(([, source]) => source.startsWith("="))
          .flatMap(([property, source]) => {
            const given = source.slice(1);
            const meant = meantBy(scene, call, property, given);
            if (meant.length === 0 || meant.includes(given)) return [];
            const message = `The button is for "${meant[0]}", and gives "${given}".`;
            return [screens.at([...call.path, "with", property], message, `=${meant[0]}`)];
          }),
      ),
    ),
};

/** Values of a property that the button speaks of; none: any may be given. What is no value at all is another rule's. */
function meantBy(
  { actions }: Scene,
  { role, path, contract }: PlacedCall,
  property: string,
  given: string,
): string[] {
  const input = inputsOf(contract).get(property);
  const values = input === undefined ? [] : (valuesOfFact({ alternatives: [input], optional: false }) ?? []);
  const texts = values.filter((value) => typeof value === "string");
  if (!texts.includes(given)) return [];
  if (role === "submit") return texts.filter((value) => value === input?.default);
  const label = actions.find((placed) => placed.path === path)?.action.label ?? "";
  const words = label.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return texts.filter((value) => words.includes(value));
}
