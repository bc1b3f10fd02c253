import type { Rule } from "./rule.ts";

/** A ceremony fills the body of its call: an assertion, or an attestation (specification, section 3). */
export const ceremonyCall: Rule = ({ screens, scenes, calls }) =>
  scenes
    .flatMap((scene) => scene.calls)
    .flatMap(({ use, path }) => {
      if (use.ceremony === undefined) return [];
      const call = calls.get(use.call);
      if (call === undefined || call.value.body?.$ref === `../entities/${use.ceremony}.json`) return [];
      const message = `The body of "${use.call}" is no ${use.ceremony}.`;
      return [screens.at([...path, "ceremony"], "ceremony-call", message)];
    });
