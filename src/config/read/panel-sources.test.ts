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

test("a panel reads the answers of the calls that it and what it takes from its folder name, in any of three ways", () => {
  const program = new Map([
    [
      "src/client/panels/list.tsx",
      `import { Row } from "./list/row.tsx";
       function headingOf({ view }: ScreenContext<"First">) {}
       const { view } = useScreen<"First">(); const { t } = useScreen();`,
    ],
    [
      "src/client/panels/list/row.tsx",
      `const { view } = useScreen<"Second">(); type Row = AnswerOf<"Third">;`,
    ],
  ]);
  expect([...(panelSources(program).get("list")?.reads.keys() ?? [])]).toEqual(["First", "Second", "Third"]);
});

test("a panel tells what it takes of its view, by name or apart", () => {
  const program = new Map([
    [
      "src/client/panels/list.tsx",
      `function headingOf({ t, view: { step, email: address } }: ScreenContext) {}
       const { items,
         total } = view as ListView; const first = view.current?.id;
       const leftOf = ({ left }: ScreenContext["view"]) => left; const { language } = partner;`,
    ],
  ]);
  const told = panelSources(program).get("list")?.tells;
  expect(told).toEqual(new Set(["current", "items", "total", "step", "email", "left"]));
});
