import { propertiesOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const pagedList: Rule = {
  id: "paged-list",
  stops: true,
  finds: "A `list` whose call gives no pages, or that leaves out its page or size.",
  why: "Filter and page stand in the address, so the call must take page and size and answer items; without its page people would read the first one again.",
  example: {
    file: "screens.config.json",
    wrong: '"list": { "call": "User"',
    right: '"list": { "call": "Customers"',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ calls }) => calls)
      .flatMap(({ role, use, path, contract }) => {
        if (role !== "list" || contract === undefined) return [];
        const { page, size } = contract.query ?? {};
        if (page === undefined || size === undefined || !propertiesOf(contract.answer).has("items")) {
          const message = `"${use.call}" gives no pages: a list needs page and size in its query and items in its answer.`;
          return [screens.at([...path, "call"], message)];
        }
        // What is given nothing shows its first page alone.
        if (use.with === undefined) return [];
        return ["page", "size"]
          .filter((name) => use.with?.[name] === undefined)
          .map((name) => {
            const message = `The address of this list tells its ${name}: say "${name}": "query.${name}".`;
            return screens.at([...path, "with"], message);
          });
      }),
};
