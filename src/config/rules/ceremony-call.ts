import type { Rule } from "./rule.ts";

export const ceremonyCall: Rule = {
  id: "ceremony-call",
  stops: true,
  finds: "A ceremony whose result is not the body of its call.",
  why: "An assertion signs in, an attestation registers: the browser answers one or the other (specification, section 3).",
  example: {
    file: "screens.config.json",
    wrong: '"call": "RegisterCredential", "ceremony": "assertion"',
    right: '"call": "RegisterCredential", "ceremony": "attestation"',
  },
  check: ({ screens, scenes, calls }) =>
    scenes
      .flatMap((scene) => scene.calls)
      .flatMap(({ use, path }) => {
        if (use.ceremony === undefined) return [];
        const call = calls.get(use.call);
        if (call === undefined || call.value.body?.$ref === `../entities/${use.ceremony}.json`) return [];
        const message = `The body of "${use.call}" is no ${use.ceremony}.`;
        return [screens.at([...path, "ceremony"], message)];
      }),
};
