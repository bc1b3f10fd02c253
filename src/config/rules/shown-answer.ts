import { factAt, propertiesOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const shownAnswer: Rule = {
  id: "shown-answer",
  stops: true,
  finds:
    "A list or an object of an answer that a panel can show, and that no panel does: beside a form, without any panel, or where it is told this once.",
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
    const lists = new Set(scenes.map(({ entries: { list } }) => list?.call));
    const calls = new Set(scenes.flatMap(({ views }) => views).filter((call) => !lists.has(call)));
    return [...calls].flatMap((call) => {
      const seen = scenes.filter(({ views }) => views.includes(call));
      const loading = seen.find(({ entries }) => entries.load?.call === call);
      const isPlain = seen.every(({ entries: { form, panel } }) => form === undefined && panel !== undefined);
      // Where nothing is to be typed, pages may say words of their own instead; but what is told once nobody finds again.
      if (loading !== undefined && isPlain) return [];
      const path = loading?.pathOf("load") ?? seen[0]?.pathOf("panel") ?? [];
      const shown = seen.flatMap(({ entries: { panel } }) => panel ?? []);
      const answer = contracts.get(call)?.answer;
      return [...propertiesOf(answer).keys()].flatMap((property) => {
        const fact = factAt(answer ?? {}, property);
        const types = fact?.alternatives.flatMap(({ type }) => type) ?? [];
        const isText = !types.includes("object") && !types.includes("array");
        const able = isText ? [] : tells(call, property);
        if (able.length === 0 || able.some((panel) => shown.includes(panel))) return [];
        const message = `No panel shows "${property}" of "${call}": "${able.join('" or "')}" would.`;
        return [screens.at(path, message)];
      });
    });
  },
};
