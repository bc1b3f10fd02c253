import type { ActionConfig } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import { nearest } from "../nearest.ts";
import { factAt, factNames } from "../resolve/facts.ts";
import { menuWhens } from "../resolve/placed-menu.ts";
import type { PlacedWhen } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const knownFact: Rule = {
  id: "known-fact",
  stops: true,
  finds: "A fact that no contract, address or partner gives.",
  why: "A fact that is missing never matches, so the row, link or button would be dead.",
  example: {
    file: "screens.config.json",
    wrong: '"when": { "view.oneTimeTokn": true }',
    right: '"when": { "view.oneTimeToken": true }',
  },
  check: (checked) => {
    const { screens, scenes } = checked;
    const check = (fact: string, facts: JsonSchema, fault: (message: string, meant?: string) => Fault) =>
      factAt(facts, fact) === undefined
        ? [fault(`There is no fact "${fact}" here.`, nearest(fact, factNames(facts)))]
        : [];
    const inWhen = ({ when, facts, path }: PlacedWhen) =>
      Object.keys(when).flatMap((fact) =>
        check(fact, facts, (...rest) => screens.atKey([...path, fact], ...rest)),
      );
    const inWith = (mapping: Record<string, string> | undefined, facts: JsonSchema, path: JsonPath) =>
      Object.entries(mapping ?? {})
        .filter(([, source]) => !source.startsWith("="))
        .flatMap(([property, fact]) =>
          check(fact, facts, (...rest) => screens.at([...path, "with", property], ...rest)),
        );
    const inAction = ({ each, wait }: ActionConfig, facts: JsonSchema, path: JsonPath) =>
      Object.entries({ each, wait }).flatMap(([entry, fact]) =>
        fact === undefined ? [] : check(fact, facts, (...rest) => screens.at([...path, entry], ...rest)),
      );
    const inScenes = scenes.flatMap(({ calls, rows, links, actions, whens, facts }) => [
      ...calls.flatMap((call) => inWith(call.use.with, call.facts, call.path)),
      ...whens.flatMap(inWhen),
      ...links.flatMap(({ link, path }) =>
        link.to.startsWith("view.")
          ? check(link.to, facts, (...rest) => screens.at([...path, "to"], ...rest))
          : [],
      ),
      ...actions.flatMap(({ action, path }) => inAction(action, facts, path)),
      ...rows.flatMap((own) => inWith(own.row.with, own.facts, own.path)),
    ]);
    return [...inScenes, ...menuWhens(checked).flatMap(inWhen)];
  },
};
