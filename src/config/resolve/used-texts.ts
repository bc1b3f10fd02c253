import { errorNames } from "../../shared/error-names.ts";
import { messageValues } from "../../shared/message-values.ts";
import { neededTexts, optionalTexts, partsOf, type TextSources } from "../../shared/screen-texts.ts";
import { menuOf, resolveScreens } from "../../shared/screens.ts";
import { sendsByOneButton } from "../read/panel-sources.ts";
import type { Checked } from "./scenes.ts";
import { groupsOf } from "./texts.ts";
import type { Workspace } from "./workspace.ts";

/** What the texts of screens, forms and contracts are derived from. */
export function textSourcesOf({ screens, forms, formSchemas, contracts }: Workspace): TextSources {
  const fieldsOf = [...forms].map(([id, { value }]) => {
    return [id, { fields: value.fields, schema: formSchemas.get(id) ?? {} }] as const;
  });
  return {
    screens: resolveScreens(screens.value),
    menu: menuOf(screens.value),
    forms: Object.fromEntries(fieldsOf),
    contracts: Object.fromEntries(contracts),
  };
}

/** Every text key that must be there: by convention of screens, forms and contracts, and of what the program sends and tells. */
export function allNeededTexts(workspace: Workspace): string[] {
  const ofErrors = errorNames.flatMap((name) => [`errors.${name}.title`, `errors.${name}.text`]);
  const ofMails = Object.entries<readonly string[]>(messageValues.mail).flatMap(([template, values]) => [
    `mails.${template}.subject`,
    `mails.${template}.text`,
    ...(values.includes("link") ? [`mails.${template}.button`] : []),
  ]);
  const ofTextMessages = Object.keys(messageValues.sms).map((template) => `texts.${template}`);
  const sources = textSourcesOf(workspace);
  const ofButtons = submitTexts(sources, workspace);
  return [...neededTexts(sources), ...ofButtons, ...ofErrors, ...ofMails, ...ofTextMessages];
}

/** The words of the one button of a panel that sends and has none of its own: without them there is none. */
function submitTexts({ screens }: TextSources, { sources: { panels } }: Workspace): string[] {
  const parts = Object.values(screens).flatMap(partsOf);
  return parts.filter(({ part }) => sendsByOneButton(panels, part)).map(({ prefix }) => `${prefix}.submit`);
}

/** Says whether anything can show a text, by its key without the plural category. */
export function usedTexts(checked: Checked): (key: string) => boolean {
  const { scenes, sources } = checked;
  // Where the client's sources are not installed, nobody knows what it shows.
  if (sources.panels === undefined) return () => true;
  const panels = new Set(scenes.map(({ entries: { panel } }) => panel));
  const named = [...sources.namedTexts.keys(), ...sources.namedGroups].filter((key) => {
    const [group, name] = key.split(".");
    return group !== "panels" || panels.has(name);
  });
  const used = new Set([...allNeededTexts(checked), ...optionalTexts(textSourcesOf(checked)), ...named]);
  return (key) => groupsOf(key).some((group) => used.has(group));
}
