import { propertiesOf } from "../facts.ts";
import type { Rule } from "./rule.ts";

/** The list of a screen comes page by page: its call takes page and size and answers items. */
export const pagedList: Rule = ({ screens, scenes }) =>
  scenes
    .flatMap(({ calls }) => calls)
    .flatMap(({ role, use, path, contract }) => {
      if (role !== "list" || contract === undefined) return [];
      const { page, size } = contract.query ?? {};
      if (page !== undefined && size !== undefined && propertiesOf(contract.answer).has("items")) return [];
      const message = `"${use.call}" gives no pages: a list needs page and size in its query and items in its answer.`;
      return [screens.at([...path, "call"], "paged-list", message)];
    });
