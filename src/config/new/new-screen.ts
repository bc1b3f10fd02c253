import { unmatchedPath } from "../../shared/screens.ts";
import type { JsonValue } from "../edit-json.ts";
import { hintOf, nearest } from "../nearest.ts";
import { screensFile } from "../read/sources.ts";
import { outcomesOf } from "../resolve/facts.ts";
import { formCall } from "../resolve/form-call.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { camelCase, kebabCase } from "../words.ts";
import { expectFree, expectName, type Planner, Refusal } from "./plan.ts";

/** A screen that the home page leads to: a message, or a form that is sent with the call that it fills in. */
export const newScreen: Planner = (name, [form], workspace) => {
  const { screens } = workspace.screens.value;
  const rule = "letters and digits, the first one a small letter";
  expectName("screen", name, /^[a-z][A-Za-z0-9]*$/, rule, camelCase(name));
  const { line } = workspace.screens.keyPlace(["screens", name]);
  expectFree(`a screen "${name}"`, Object.hasOwn(screens, name), `${screensFile}:${line}`);
  const path = `/account/${kebabCase(name)}`;
  const body = form === undefined ? { panel: "message" } : formBody(form, workspace);
  const entry: Record<string, JsonValue> = { path, ...body, links: ["home"] };
  return {
    changes: [
      {
        file: screensFile,
        does: `the screen "${name}" at ${path}`,
        edits: [
          ...Object.entries(entry).map(([key, value]) => ({ path: ["screens", name, key], value })),
          { path: ["screens"], order: orderWith(name, path, screens) },
        ],
      },
      {
        file: screensFile,
        does: `the home page leads to "${name}"`,
        edits: [
          {
            path: ["screens", "home", "links", screens.home?.links?.length ?? 0],
            value: { to: name, listed: true },
          },
        ],
      },
    ],
    next: [
      "Write what it says: its texts in locales/en-GB.json, then those in the other languages.",
      `Look at it: npm run dev, then http://localhost:5400${path}`,
      "Accept it: npm run generate && npx vitest run tests/schema -u",
    ],
  };
};

function formBody(form: string, { screens, forms, contracts }: Workspace): Record<string, JsonValue> {
  const config = forms.get(form)?.value;
  if (config === undefined) {
    const hint = hintOf(nearest(form, forms.keys()));
    throw new Refusal(`There is no form "${form}" in schemas/forms/.${hint}`);
  }
  const call = formCall(config);
  const contract = contracts.get(call);
  const outcomes = outcomesOf(contract);
  const own = outcomes.filter((outcome) => !Object.hasOwn(screens.value.journey, outcome));
  const journey: JsonValue[] = own.length < outcomes.length ? ["$journey"] : [];
  const rows = own.map((outcome): JsonValue => ({ when: { outcome }, go: "home" }));
  return {
    ...(contract?.access === "session" && { access: "authenticated" }),
    form,
    submit: { call },
    next: outcomes.length === 0 ? [{ go: "home" }] : [...journey, ...rows],
  };
}

/** Behind the last screen whose address comes before its own. */
function orderWith(name: string, path: string, screens: Record<string, { path: string }>): string[] {
  const names = Object.keys(screens);
  const before = names.findLastIndex((other) => {
    const address = screens[other]?.path ?? "";
    return address !== unmatchedPath && address < path;
  });
  return names.toSpliced(before + 1, 0, name);
}
