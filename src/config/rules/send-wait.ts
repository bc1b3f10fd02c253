import { matches, toFacts, type When } from "../../shared/matches.ts";
import { factAt, outcomesOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

const waitFact = "view.delivery.resendAfter";

/** Of a call that can also end otherwise, what makes it send again. */
const again: When = { call: "UpdateContact", "with.email": "view.newEmail" };

export const sendWait: Rule = {
  id: "send-wait",
  stops: true,
  finds: "A button that sends a code again and does not wait until it may.",
  why: "Whoever presses it too early is refused, and does not learn when to try again.",
  example: {
    file: "screens.config.json",
    wrong: '"label": "sendAgain", "when": { "view.method": "sms" }',
    right: `"label": "sendAgain", "when": { "view.method": "sms" }, "wait": "${waitFact}"`,
  },
  check: ({ screens, scenes, contracts }) =>
    scenes.flatMap(({ actions, facts }) =>
      actions.flatMap(({ action, path }) => {
        const { call, wait } = action;
        const [outcome, ...others] = outcomesOf(contracts.get(call));
        const sends = (outcome === "sent" && others.length === 0) || matches(again, toFacts({ ...action }));
        if (!sends || wait !== undefined || factAt(facts, waitFact) === undefined) return [];
        const message = `This sends a code again, which is refused too early after the last one: let the button wait, by "wait": "${waitFact}".`;
        return [screens.at([...path, "label"], message)];
      }),
    ),
};
