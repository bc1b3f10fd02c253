import { expect, test } from "vitest";
import { panelSources } from "./panel-sources.ts";

test("a panel shows the actions and gives the inputs that it and what it takes from its folder name, in any order of their attributes", () => {
  const program = new Map([
    [
      "src/client/panels/list.tsx",
      `import { Row } from "./list/row.tsx";
       <ActionButton label="add" />; <Icon name="key" />; <input type="hidden" name="id" />;`,
    ],
    [
      "src/client/panels/list/row.tsx",
      `<ActionButton item={row}\n  label="remove" />; <input name="note" />;`,
    ],
  ]);
  const list = panelSources(program).get("list");
  expect([...(list?.shows ?? [])]).toEqual(["add", "remove"]);
  expect([...(list?.gives ?? [])]).toEqual(["id", "note"]);
});
