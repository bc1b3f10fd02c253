import type { CallContract } from "../../shared/contract.ts";
import { propertiesOf, requiredOf } from "../resolve/facts.ts";
import type { Checked, PlacedCall, Scene } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const requiredProperty: Rule = {
  id: "required-property",
  stops: true,
  finds:
    "Something that a call needs and nothing gives: no field, panel, ceremony or `with`. It needs what its body requires, each parameter without a default, and whatever chooses between several values.",
  why: "The call would be refused, or do something else than its button says.",
  example: {
    file: "screens.config.json",
    wrong: '"submit": { "call": "ChangeExpiredPassword" }',
    right: '"submit": { "call": "ChangeExpiredPassword", "with": { "username": "view.username" } }',
  },
  check: ({ screens, scenes, forms, sources: { panels } }) =>
    scenes.flatMap((scene) =>
      scene.calls
        .filter(({ use }) => use.ceremony === undefined)
        .flatMap((call) => {
          const { use, path, contract } = call;
          const shown = givenByPanel(scene, call, panels);
          if (shown === undefined) return [];
          const given = [...typed(scene, call, forms), ...shown, ...Object.keys(use.with ?? {})];
          return neededBy(contract)
            .filter((property) => !given.includes(property))
            .map((property) => {
              const message = `The call "${use.call}" needs "${property}", which nothing gives.`;
              return screens.at(path, message);
            });
        }),
    ),
};

/** Properties of a body that choose between several values. */
function choicesOf(contract: CallContract | undefined): string[] {
  const properties = [...propertiesOf(contract?.body)];
  return properties.filter(([, schema]) => schema.enum !== undefined).map(([name]) => name);
}

function neededBy(contract: CallContract | undefined): string[] {
  const parameters = Object.entries(contract?.query ?? {}).filter(
    ([, schema]) => schema.enum !== undefined || schema.default === undefined,
  );
  const named = parameters.map(([name]) => name);
  return [...new Set([...requiredOf(contract?.body), ...choicesOf(contract), ...named])];
}

/** What a panel sends: the customer that was chosen, the row that a button of its own stands in. Undefined: anything. */
function givenByPanel(
  { entries: { panel }, actions }: Scene,
  { role, path, contract }: PlacedCall,
  panels: Checked["sources"]["panels"],
): readonly string[] | undefined {
  const isInPanel = actions.some((placed) => placed.path === path && placed.action.inPanel === true);
  if (panel === undefined || !(role === "submit" || (role === "action" && isInPanel))) return [];
  const gives = panels && [...(panels.get(panel)?.gives ?? [])];
  // What is chosen in a panel is sent by its own button; each of the others says what it stands for.
  return role === "submit" ? gives : gives?.filter((name) => !choicesOf(contract).includes(name));
}

/** What is typed goes with what the form sends and with the buttons around it. */
function typed({ entries: { form } }: Scene, { role }: PlacedCall, forms: Checked["forms"]): string[] {
  const fields = form === undefined ? [] : (forms.get(form)?.value.fields ?? []);
  // A field that some people do not see is given by some alone.
  const seen = fields.filter(({ when, widget }) => when === undefined || widget === "hidden");
  return role === "submit" || role === "action" ? seen.map(({ name }) => name) : [];
}
