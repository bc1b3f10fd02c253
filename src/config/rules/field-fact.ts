import { allows, factAt, factNames, valuesOfFact } from "../facts.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** What a field's `when`, `keep` and `sameAs` and a form's `rules` read is there on every screen that shows the form. */
export const fieldFact: Rule = ({ scenes, forms }) =>
  scenes.flatMap(({ screen, entries: { form: id }, facts }) => {
    const form = id === undefined ? undefined : forms.get(id);
    if (form === undefined) return [];
    const { fields, rules } = form.value;
    const names = fields.map(({ name }) => name);
    const missing = (fact: string) => `There is no fact "${fact}" on the screen "${screen}".`;
    const found = fields.flatMap(({ name, when, keep, sameAs }, index) => {
      const path = ["fields", index];
      const conditions = Object.entries(when ?? {}).flatMap(([fact, wanted]) => {
        const known = factAt(facts, fact);
        const place = [...path, "when", fact];
        if (known === undefined) {
          return [form.atKey(place, "field-fact", missing(fact), nearest(fact, factNames(facts)))];
        }
        const values = Array.isArray(wanted) ? wanted : [wanted];
        return values
          .filter((value) => !allows(known, value))
          .map((value) => {
            const meant = nearest(String(value), (valuesOfFact(known) ?? []).map(String));
            return form.at(place, "field-fact", `"${fact}" is never ${JSON.stringify(value)}.`, meant);
          });
      });
      const kept = keep === true && factAt(facts, `view.${name}`) === undefined;
      const same = sameAs !== undefined && (sameAs === name || !names.includes(sameAs));
      return [
        ...conditions,
        ...(kept ? [form.at([...path, "keep"], "field-fact", missing(`view.${name}`))] : []),
        ...(same
          ? [
              form.at(
                [...path, "sameAs"],
                "field-fact",
                `There is no other field "${sameAs}".`,
                nearest(
                  sameAs,
                  names.filter((each) => each !== name),
                ),
              ),
            ]
          : []),
      ];
    });
    const bounds = rules === "view" && factAt(facts, "view.minLength") === undefined;
    return [...found, ...(bounds ? [form.at(["rules"], "field-fact", missing("view.minLength"))] : [])];
  });
