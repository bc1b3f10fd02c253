import { mailedParameters } from "../../shared/constants.ts";
import { requiredOf } from "../facts.ts";
import type { Rule } from "./rule.ts";

const mailedSources = mailedParameters.map((name) => `query.${name}`);

export const autoSubmit: Rule = {
  id: "auto-submit",
  stops: true,
  finds:
    "An `auto` on a screen that cannot press its own button: without a `submit`, with a form or a ceremony, or with something left to give; or that must not, because it would spend what was mailed.",
  why: "A button that presses itself must have all it needs, and programs that look through mails open their links too.",
  example: {
    file: "screens.config.json",
    wrong: '"auto": { "view.secure": true }, "form": "login"',
    right: '"form": "login"',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap(({ entries: { auto, form }, pathOf, calls }) => {
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
      return problems.map((problem) => screens.at(pathOf("auto"), problem));
    }),
};
