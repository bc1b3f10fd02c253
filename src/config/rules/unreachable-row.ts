import type { JsonPath } from "../json-path.ts";
import { followNext } from "../resolve/next-table.ts";
import type { Rule } from "./rule.ts";

export const unreachableRow: Rule = {
  id: "unreachable-row",
  stops: true,
  finds: "A row that never matches, because an earlier one always does or no call ends there.",
  why: "It looks as if it did something.",
  example: {
    file: "screens.config.json",
    wrong: '"next": [{ "when": { "outcome": "sent" }, "go": "#sent", "show": true }, { "go": "login" }]',
    right: '"next": [{ "when": { "outcome": "sent" }, "go": "#sent", "show": true }]',
  },
  check: ({ screens, scenes }) => {
    const reached = new Map<string, { path: JsonPath; anywhere: boolean }>();
    for (const next of scenes.flatMap(({ nexts }) => nexts)) {
      const { unreached } = followNext(next);
      for (const { row, path, journey } of next.rows) {
        if (journey) continue;
        const key = JSON.stringify(path);
        const anywhere = (reached.get(key)?.anywhere ?? false) || !unreached.includes(row);
        reached.set(key, { path, anywhere });
      }
    }
    const idle = scenes.filter(({ entries, calls, actions }) => {
      const ends = calls.some(({ role }) => role === "submit" || role === "autofill");
      const shared =
        ends || entries.form !== undefined || actions.some(({ action }) => action.next === undefined);
      return entries.next !== undefined && !shared;
    });
    const dead = idle.map(({ pathOf }) =>
      screens.at(pathOf("next"), "No call ends here, so this `next` does nothing."),
    );
    const never = [...reached.values()]
      .filter(({ anywhere }) => !anywhere)
      .map(({ path }) => screens.at(path, "This row can never match: an earlier one always wins."));
    return [...never, ...dead];
  },
};
