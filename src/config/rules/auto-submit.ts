import { mailedParameters } from "../../shared/constants.ts";
import type { CallName } from "../../shared/contract.ts";
import type { When } from "../../shared/matches.ts";
import type { Fault } from "../finding.ts";
import { factAt, requiredOf, unasked } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

const mailedSources = mailedParameters.map((name) => `query.${name}`);

/**
 * Call → the answer of the view by which alone its button may press itself: a provider that has answered already would
 * be asked again and again, and a sign-out that nobody has proven to be meant would happen to whoever opens a link.
 */
const allowedBy: Partial<Record<CallName, When>> = {
  VendorLogin: { "view.autoStart": true },
  Logout: { "view.prompt": false },
};

export const autoSubmit: Rule = {
  id: "auto-submit",
  stops: true,
  finds:
    "An `auto` on a screen that cannot press its own button: without a `submit`, with a form or a ceremony, or with something left to give; or that must not, because it would spend what was mailed, or the view does not say that it may.",
  why: "A button that presses itself must have all it needs. Programs that look through mails open their links too, whoever comes back from a provider would be sent there again at once, and whoever opens a link to the sign-out would be signed out.",
  example: {
    file: "screens.config.json",
    wrong: '"auto": { "view.secure": true }, "form": "login"',
    right: '"form": "login"',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap(({ entries: { auto, form }, pathOf, calls, facts }) => {
      if (auto === undefined) return [];
      const submit = calls.find(({ role }) => role === "submit");
      const given = submit?.use.with ?? {};
      const isMailed = Object.values(given).some((source) => mailedSources.includes(source));
      const missing = requiredOf(submit?.contract?.body).filter((property) => given[property] === undefined);
      const problems = [
        ...(submit === undefined ? ["There is no `submit` to press."] : []),
        ...(form === undefined ? [] : ["A form waits for a person."]),
        ...(isMailed ? ["What was mailed is spent by a person alone."] : []),
        ...(submit?.use.ceremony === undefined ? [] : ["A ceremony waits for a person."]),
        ...(form === undefined
          ? missing.map((property) => `The \`with\` of \`submit\` lacks "${property}".`)
          : []),
      ];
      const allowed = Object.entries(allowedBy[submit?.use.call as CallName] ?? {});
      const unallowed = allowed.flatMap(([fact, value]): Fault[] => {
        const place = unasked(auto, fact, value, facts);
        const unsaid =
          factAt(facts, fact) === undefined ? ", which this view never says: leave `auto` out" : "";
        const message = `"${submit?.use.call}" may press itself only where "${fact}" is ${value}${unsaid}.`;
        return place === undefined ? [] : [screens.at([...pathOf("auto"), ...place], message)];
      });
      return [...problems.map((problem) => screens.at(pathOf("auto"), problem)), ...unallowed];
    }),
};
