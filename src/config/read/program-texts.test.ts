import { expect, test } from "vitest";
import { programTexts } from "./program-texts.ts";

const shown = (source: string) => {
  const { namedTexts, namedGroups } = programTexts(new Map([["src/a.tsx", source]]));
  return { texts: [...namedTexts.keys()].sort(), groups: [...namedGroups] };
};

test("a key that is written out is shown", () => {
  expect(shown('t("shell.back"); const tone = "messages.newVersion";').texts).toEqual([
    "messages.newVersion",
    "shell.back",
  ]);
});

test("of a key that is put together the group is shown", () => {
  expect(shown(`t(\`shell.calendar.\${name}\`)`).groups).toEqual(["shell.calendar"]);
});

test("which errors, messages, mails and texts there are is told elsewhere", () => {
  expect(
    shown(`t(\`errors.\${code}.title\`); t(\`mails.\${template}.text\`); t(\`panels.\${name}\`)`).groups,
  ).toEqual([]);
});

test("a panel shows what it asks for below its own group", () => {
  const panel = `const text = usePanelTexts("devices");
    text("list"); text("name", { device }); text(offered === "no" ? "offered" : "about", {}); text(\`states.\${state}\`);`;
  expect(shown(panel)).toEqual({
    texts: ["panels.devices.about", "panels.devices.list", "panels.devices.name", "panels.devices.offered"],
    groups: ["panels.devices.states"],
  });
});

test("a file of several panels names each", () => {
  const panel =
    'const say = usePanelTexts("devices"); const other = usePanelTexts("home"); say("list"); other("customer");';
  expect(shown(panel).texts).toEqual(["panels.devices.list", "panels.home.customer"]);
});

test("a panel that asks for what it is given may show all of its group", () => {
  const panel = `const text = usePanelTexts("setup-code"); text(sent); text(\`\${sent}None\`);`;
  expect(shown(panel)).toEqual({ texts: [], groups: ["panels.setup-code"] });
});
