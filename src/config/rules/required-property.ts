import { requiredOf } from "../facts.ts";
import type { PlacedCall, Scene } from "../scenes.ts";
import type { Checked, Rule } from "./rule.ts";

export const requiredProperty: Rule = {
  id: "required-property",
  stops: true,
  finds: "Something that the body of a call requires and nothing gives: no field, panel, ceremony or `with`.",
  why: "The call would be refused each time.",
  example: {
    file: "screens.config.json",
    wrong: '"submit": { "call": "ChangeExpiredPassword" }',
    right: '"submit": { "call": "ChangeExpiredPassword", "with": { "username": "view.username" } }',
  },
  check: ({ screens, scenes, forms }) =>
    scenes.flatMap((scene) =>
      scene.calls
        .filter((call) => call.use.ceremony === undefined && !isGivenByPanel(scene, call))
        .flatMap((call) => {
          const { use, path, contract } = call;
          const given = [...typed(scene, call, forms), ...Object.keys(use.with ?? {})];
          return requiredOf(contract?.body)
            .filter((property) => !given.includes(property))
            .map((property) => {
              const message = `The call "${use.call}" needs "${property}", which nothing gives.`;
              return screens.at(path, "required-property", message);
            });
        }),
    ),
};

/** A panel gives what it shows: the customer that was chosen, the row that a button of its own stands in. */
function isGivenByPanel({ entries, actions }: Scene, { role, path }: PlacedCall): boolean {
  if (role === "submit") return entries.panel !== undefined && entries.form === undefined;
  return (
    role === "action" && actions.some((placed) => placed.path === path && placed.action.inPanel === true)
  );
}

/** What is typed goes with what the form sends and with the buttons around it. */
function typed({ entries: { form } }: Scene, { role }: PlacedCall, forms: Checked["forms"]): string[] {
  const fields = form === undefined ? [] : (forms.get(form)?.value.fields ?? []);
  return role === "submit" || role === "action" ? fields.map(({ name }) => name) : [];
}
