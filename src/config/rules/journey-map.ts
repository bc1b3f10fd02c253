import { journeyStages } from "../../shared/journey.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const journeyMap: Rule = {
  id: "journey-map",
  stops: true,
  finds: "A stage of the journey without a screen, or a screen for a stage that there is not.",
  why: "Whoever owes that stage could not go on.",
  example: {
    file: "screens.config.json",
    wrong: '"passwordExpire": "changeExpiredPassword"',
    right: '"passwordExpired": "changeExpiredPassword"',
  },
  check: ({ screens }) => {
    const { journey } = screens.value;
    const missing = journeyStages
      .filter((stage) => !Object.hasOwn(journey, stage))
      .map((stage) => screens.at(["journey"], `The stage "${stage}" has no screen.`));
    const unknown = Object.keys(journey)
      .filter((stage) => !journeyStages.some((known) => known === stage))
      .map((stage) =>
        screens.atKey(
          ["journey", stage],
          `The journey has no stage "${stage}".`,
          nearest(stage, journeyStages),
        ),
      );
    return [...missing, ...unknown];
  },
};
