import { followRows } from "../next-table.ts";
import type { Rule } from "./rule.ts";

/** Every row is the first to match somewhere; rows of the journey map are shared and may rest. */
export const unreachableRow: Rule = ({ screens, scenes }) => {
  const reached = new Map<string, { path: (string | number)[]; anywhere: boolean }>();
  for (const { rows, facts } of scenes.flatMap(({ nexts }) => nexts)) {
    const unreached = followRows(
      rows.map(({ row }) => row),
      facts,
    ).unreached;
    for (const { row, path, journey } of rows) {
      if (journey) continue;
      const key = JSON.stringify(path);
      const anywhere = (reached.get(key)?.anywhere ?? false) || !unreached.includes(row);
      reached.set(key, { path: [...path], anywhere });
    }
  }
  return [...reached.values()]
    .filter(({ anywhere }) => !anywhere)
    .map(({ path }) =>
      screens.at(path, "unreachable-row", "This row can never match: an earlier one always wins."),
    );
};
