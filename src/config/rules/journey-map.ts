import { journeyStages } from "../../shared/journey.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** The journey map has a screen for every stage of the journey, and for nothing else. */
export const journeyMap: Rule = ({ screens }) => {
  const { journey } = screens.value;
  const missing = journeyStages
    .filter((stage) => !Object.hasOwn(journey, stage))
    .map((stage) => screens.at(["journey"], "journey-map", `The stage "${stage}" has no screen.`));
  const unknown = Object.keys(journey)
    .filter((stage) => !journeyStages.some((known) => known === stage))
    .map((stage) =>
      screens.atKey(
        ["journey", stage],
        "journey-map",
        `The journey has no stage "${stage}".`,
        nearest(stage, journeyStages),
      ),
    );
  return [...missing, ...unknown];
};
