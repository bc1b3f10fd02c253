import type { ScreenConfig } from "../../generated/config.ts";
import { type Checked, scenesOf } from "../resolve/scenes.ts";
import { fieldFact } from "./field-fact.ts";
import { knownFact } from "./known-fact.ts";
import { panelView } from "./panel-view.ts";
import { reachedStep } from "./reached-step.ts";
import type { Rule } from "./rule.ts";

/** They find what nothing gives. */
const reading = [fieldFact, knownFact, panelView, reachedStep];

export const loadedView: Rule = {
  id: "loaded-view",
  stops: true,
  finds:
    "A `load` whose answer lacks several of the things that its screen reads, where another call gives them all.",
  why: "Each condition, panel and step would be told by itself, and all of them are right.",
  example: {
    file: "screens.config.json",
    wrong: '"load": { "call": "ContactView" }, "panel": "devices", "next": ["$journey"], "actions": [',
    right: '"load": { "call": "Credentials" }, "panel": "devices", "next": ["$journey"], "actions": [',
  },
  check: (checked) => {
    const safe = [...checked.contracts]
      .filter(([, contract]) => contract.safe === true)
      .map(([call]) => call);
    return Object.entries(checked.screens.value.screens).flatMap(([id, screen]) => {
      const { load } = screen;
      if (load === undefined || !safe.includes(load.call) || lackingOf(checked, id) < 2) return [];
      const able = safe.filter(
        (call) => lackingOf(withScreen(checked, id, { ...screen, load: { ...load, call } }), id) === 0,
      );
      const message = `What this screen reads is not in the answer of "${load.call}".`;
      return able.length === 1 ? [checked.screens.at(["screens", id, "load", "call"], message, able[0])] : [];
    });
  },
};

/** How many things a screen and its steps read that they are not given. */
function lackingOf(checked: Checked, id: string): number {
  const scenes = checked.scenes.filter(({ screen }) => screen === id);
  return reading.flatMap(({ check }) => check({ ...checked, scenes })).length;
}

/** The same with another screen in the place of one. */
function withScreen({ scenes: _, ...checked }: Checked, id: string, screen: ScreenConfig): Checked {
  const { value, ...file } = checked.screens;
  const screens = { ...file, value: { ...value, screens: { ...value.screens, [id]: screen } } };
  return { ...checked, screens, scenes: scenesOf({ ...checked, screens }) };
}
