import { propertiesOf } from "../facts.ts";
import type { Rule } from "./rule.ts";

export const pagedList: Rule = {
  id: "paged-list",
  stops: true,
  finds: "A `list` whose call gives no pages.",
  why: "Filter and page stand in the address, so the call must take page and size and answer items.",
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
        if (page !== undefined && size !== undefined && propertiesOf(contract.answer).has("items")) return [];
        const message = `"${use.call}" gives no pages: a list needs page and size in its query and items in its answer.`;
        return [screens.at([...path, "call"], "paged-list", message)];
      }),
};
