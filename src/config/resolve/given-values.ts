import { messageValues } from "../../shared/message-values.ts";
import type { Scene } from "./scenes.ts";

/** What a text is given to fill in. */
export interface Given {
  values: readonly string[];
  /** Those without which it is of no use. */
  needed: readonly string[];
}

/** Values that stand in a paragraph of their own, of the text of a mail alone. */
const brought = ["code", "link"];
/** Values of the text of a mail alone: a whole sentence has no place in a line. */
const ofText = [...brought, "occasion"];
const nothing: Given = { values: [], needed: [] };

/** What a text is given, by its key without the plural category; nothing is said of what only the client knows. */
export function givenValues(
  scenes: readonly Pick<Scene, "textKey" | "links" | "actions">[],
): (key: string) => Given | undefined {
  const ofMessages = [...mailTexts(), ...smsTexts()];
  const ofScenes = scenes.flatMap(bareTexts).map((key) => [key, nothing] as const);
  const given = new Map<string, Given>([
    ["mails.footer", { ...nothing, values: ["partner"] }],
    ["mails.occasion.when", { ...nothing, values: ["time"] }],
    ["mails.occasion.where", { ...nothing, values: ["time", "browser", "system"] }],
    ...ofMessages,
    ...ofScenes,
  ]);
  return (key) => given.get(key) ?? (isBare(key) ? nothing : undefined);
}

/** Texts of a screen or step that are shown as they stand. What belongs to a row of a list is given the row. */
function bareTexts({ textKey, links, actions }: Pick<Scene, "textKey" | "links" | "actions">): string[] {
  const buttons = actions.filter(({ action }) => action.each === undefined);
  return [
    ...["title", "text", "submit", ...links.map(({ link }) => `links.${link.label}`)],
    ...buttons.flatMap(({ action: { label } }) => [
      `actions.${label}`,
      `confirm.${label}.title`,
      `confirm.${label}.text`,
    ]),
  ].map((name) => `${textKey}.${name}`);
}

function isBare(key: string): boolean {
  return /^(forms|messages)\.|^screens\.\w+\.link$/.test(key);
}

function mailTexts(): [string, Given][] {
  return Object.entries(messageValues.mail).flatMap(([template, names]): [string, Given][] => {
    const text = givenMessage(names);
    const line = { ...nothing, values: text.values.filter((name) => !ofText.includes(name)) };
    return [
      [`mails.${template}.subject`, line],
      [`mails.${template}.text`, text],
      [`mails.${template}.button`, line],
    ];
  });
}

function smsTexts(): [string, Given][] {
  return Object.entries(messageValues.sms).map(([template, names]) => [
    `texts.${template}`,
    givenMessage(names),
  ]);
}

function givenMessage(names: readonly string[]): Given {
  return { values: ["partner", ...names], needed: names.filter((name) => brought.includes(name)) };
}
