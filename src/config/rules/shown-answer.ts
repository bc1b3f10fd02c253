import { factAt, propertiesOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const shownAnswer: Rule = {
  id: "shown-answer",
  stops: true,
  finds:
    "A list or an object of an answer that a panel can show, and that no panel does where it is loaded, for a form or beside no other panel.",
  why: "Nobody would see it, such as the recovery codes of which the form below wants one. Not checked where the client's sources are not installed.",
  example: {
    file: "screens.config.json",
    wrong: '"load": { "call": "LoginWith2FAView" }, "form": "two-factor"',
    right: '"load": { "call": "LoginWith2FAView" }, "panel": "second-factor", "form": "two-factor"',
  },
  check: ({ screens, scenes, contracts, sources: { panels } }) => {
    const tells = (call: string, property: string) =>
      [...(panels ?? [])]
        .filter(([, { reads, tells }]) => tells.has(property) && (reads.size === 0 || reads.has(call)))
        .map(([name]) => name);
    return [...Map.groupBy(scenes, ({ entries }) => entries.load?.call)].flatMap(([call = "", [first]]) => {
      const answer = contracts.get(call)?.answer;
      const parts = scenes.filter(({ views }) => views.includes(call)).map(({ entries }) => entries);
      // Where nothing is to be typed, pages may say words of their own instead.
      if (parts.every(({ form, panel }) => form === undefined && panel !== undefined)) return [];
      const shown = parts.flatMap(({ panel }) => panel ?? []);
      return [...propertiesOf(answer).keys()].flatMap((property) => {
        const fact = factAt(answer ?? {}, property);
        const types = fact?.alternatives.flatMap(({ type }) => type) ?? [];
        const isText = !types.includes("object") && !types.includes("array");
        const able = isText ? [] : tells(call, property);
        if (first === undefined || able.length === 0 || able.some((panel) => shown.includes(panel)))
          return [];
        const message = `No panel shows "${property}", which is loaded here: "${able.join('" or "')}" would.`;
        return [screens.at(first.pathOf("load"), message)];
      });
    });
  },
};
