import { defaultLanguage } from "../../shared/constants.ts";
import { neededTexts } from "../../shared/screen-texts.ts";
import { checkConfig } from "../check-config.ts";
import { editJson } from "../edit-json.ts";
import type { Finding } from "../finding.ts";
import { fixSources, type Mended } from "../fix-sources.ts";
import { locateJson } from "../read/located-json.ts";
import type { Sources } from "../read/sources.ts";
import { namesAt } from "../resolve/text-fixes.ts";
import { sourceLocale, textBases } from "../resolve/texts.ts";
import { textSourcesOf } from "../resolve/used-texts.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { rules } from "../rules/rules.ts";
import { counted, sentenceOf } from "../words.ts";
import { newForm } from "./new-form.ts";
import { newLanguage } from "./new-language.ts";
import { newPartner } from "./new-partner.ts";
import { newScreen } from "./new-screen.ts";
import { type Plan, type Planner, Refusal } from "./plan.ts";

/** Kind of a new thing → who plans it. */
export const planners: Readonly<Record<string, Planner>> = {
  screen: newScreen,
  form: newForm,
  language: newLanguage,
  partner: newPartner,
};

const sourceFile = `locales/${defaultLanguage}.json`;

/** What was made, ready to be written. */
export interface Made {
  /** Path → text of every file that is new or changed. */
  texts: Map<string, string>;
  /** What stands where. */
  places: Mended[];
  next: Plan["next"];
}

/**
 * Makes a new thing with all files, entries and texts that the check asks for; the texts are English to begin with,
 * in other languages copied and marked as untranslated. Throws `Refusal` where the check would find anything.
 */
export function makeNew(sources: Sources, plan: Planner, name: string, rest: readonly string[]): Made {
  const { workspace, findings } = checkConfig(sources);
  if (workspace === undefined || findings.length > 0)
    throw new Refusal("The files are not well as they are: mend first what npm run check finds.");
  const { changes, drawings = new Map<string, string>(), next } = plan(name, rest, workspace);
  const { sources: planned, keys } = withFirstTexts(carriedOut(sources, changes, drawings));
  const { sources: made, mended } = fixSources(planned);
  const left = checkConfig(made).findings;
  if (left.length > 0) throw new Refusal(refusalOf(left));
  const texts = new Map([...made.texts].filter(([file, text]) => sources.texts.get(file) !== text));
  const places = [
    ...placesOf(changes, drawings, made),
    ...firstTextPlace(made, keys),
    ...copyPlaces(texts, mended),
  ];
  return { texts, places, next };
}

function refusalOf(findings: readonly Finding[]): string {
  const textRules = rules.filter(({ stops }) => !stops).map(({ id }) => id);
  // Texts are made later: what is wrong without them says why.
  const decisive = findings.filter(({ rule }) => !textRules.includes(rule));
  const told = decisive.length > 0 ? decisive : findings;
  const lines = told.map(({ file, message }) => `  ${file}: ${message}`);
  return ["The check would refuse what this makes:", ...lines].join("\n");
}

function carriedOut(
  sources: Sources,
  changes: Plan["changes"],
  drawings: ReadonlyMap<string, string>,
): Sources {
  const texts = new Map([...sources.texts, ...drawings]);
  for (const { file, edits } of changes) texts.set(file, editJson(texts.get(file) ?? "{}\n", edits));
  return { ...sources, texts, partnerFiles: new Map([...sources.partnerFiles, ...drawings]) };
}

/** With every text that is needed now and missing, in English made from its key. */
function withFirstTexts(sources: Sources): { sources: Sources; keys: string[] } {
  const { workspace, findings } = checkConfig(sources);
  if (workspace === undefined) throw new Refusal(refusalOf(findings));
  const tree = sourceLocale(workspace).value;
  const known = textBases(tree);
  const needed = neededTexts(textSourcesOf(workspace)).filter((key) => !known.has(key));
  const keys = needed.toSorted((a, b) => Number(b.endsWith(".title")) - Number(a.endsWith(".title")));
  const edits = [
    ...keys.map((key) => ({ path: key.split("."), value: firstText(key) })),
    { path: ["screens"], order: screenOrder(workspace, namesAt(tree, ["screens"])) },
  ];
  const text = editJson(sources.texts.get(sourceFile) ?? "", edits);
  return { sources: { ...sources, texts: new Map([...sources.texts, [sourceFile, text]]) }, keys };
}

/** `screens.holidays.title` → “Holidays”. */
function firstText(key: string): string {
  const [name = "", owner = ""] = key.split(".").reverse();
  if (name === "submit") return "Continue";
  return sentenceOf(["title", "text", "link", "label", "hint"].includes(name) ? owner : name);
}

/** Names of the screens' texts, a new one behind that of the screen before it. */
function screenOrder({ screens }: Workspace, names: readonly string[]): string[] {
  const order = [...names];
  let before = 0;
  for (const id of Object.keys(screens.value.screens)) {
    if (!order.includes(id)) order.splice(before, 0, id);
    before = order.indexOf(id) + 1;
  }
  return order;
}

function placesOf(changes: Plan["changes"], drawings: ReadonlyMap<string, string>, made: Sources): Mended[] {
  return [
    ...changes.map(({ file, does, edits }) => {
      const path = edits[0]?.path ?? [];
      // The first edit is an entry of the new thing, or an element of a list.
      const own = typeof path.at(-1) === "string" ? path.slice(0, -1) : path;
      return { file, line: lineOf(made, file, own), does };
    }),
    ...[...drawings.keys()].map((file) => ({ file, line: 1, does: "a drawing to begin with" })),
  ];
}

function firstTextPlace(made: Sources, keys: readonly string[]): Mended[] {
  const [first] = keys;
  if (first === undefined) return [];
  const line = lineOf(made, sourceFile, first.split("."));
  return [
    { file: sourceFile, line, does: `${counted(keys.length, "text")} to write anew: ${keys.join(", ")}` },
  ];
}

function copyPlaces(texts: ReadonlyMap<string, string>, mended: readonly Mended[]): Mended[] {
  const copied = Map.groupBy(mended, ({ file }) => file);
  return [...copied]
    .filter(([file]) => texts.has(file))
    .map(([file, all]) => {
      const does = `${counted(all.length, "text")} copied from ${defaultLanguage}, to be translated`;
      return { file, line: all[0]?.line ?? 1, does };
    });
}

function lineOf({ texts }: Sources, file: string, path: readonly (string | number)[]): number {
  return locateJson(file, texts.get(file) ?? "").document?.keyPlace(path).line ?? 1;
}
