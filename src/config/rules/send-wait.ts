import { factAt, outcomesOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

const waitFact = "view.delivery.resendAfter";

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
      actions.flatMap(({ action: { call, wait }, path }) => {
        const [outcome, ...others] = outcomesOf(contracts.get(call));
        // A call that can also end otherwise may be there for something else.
        const sends = outcome === "sent" && others.length === 0;
        if (!sends || wait !== undefined || factAt(facts, waitFact) === undefined) return [];
        const message = `"${call}" is refused too early after the last code: let the button wait, by "wait": "${waitFact}".`;
        return [screens.at([...path, "label"], message)];
      }),
    ),
};
