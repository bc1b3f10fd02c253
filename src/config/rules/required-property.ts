import { requiredOf } from "../facts.ts";
import type { Rule } from "./rule.ts";

/** Everything that a call's body requires comes from the form, the panel or a `with` (decisions 7). */
export const requiredProperty: Rule = ({ screens, scenes, forms }) =>
  scenes.flatMap(({ entries: { form, panel }, calls }) =>
    calls.flatMap(({ role, use, path, contract }) => {
      // A panel gives what it shows: the customer that was chosen, the credential that was made.
      if (role === "submit" && panel !== undefined && form === undefined) return [];
      const shown = role === "submit" && form !== undefined ? (forms.get(form)?.value.fields ?? []) : [];
      const given = [...shown.map(({ name }) => name), ...Object.keys(use.with ?? {})];
      return requiredOf(contract?.body)
        .filter((property) => !given.includes(property))
        .map((property) =>
          screens.at(
            path,
            "required-property",
            `The call "${use.call}" needs "${property}", which nothing gives.`,
          ),
        );
    }),
  );
