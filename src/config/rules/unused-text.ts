import { defaultLanguage } from "../../shared/constants.ts";
import type { Fault } from "../finding.ts";
import { nearest } from "../nearest.ts";
import { partnersOf } from "../resolve/partners.ts";
import type { Checked } from "../resolve/scenes.ts";
import { removal } from "../resolve/text-fixes.ts";
import { placedTexts, pluralBase, sourceLocale, textBases, variantOf } from "../resolve/texts.ts";
import { allNeededTexts, usedTexts } from "../resolve/used-texts.ts";
import type { Rule } from "./rule.ts";

export const unusedText: Rule = {
  id: "unused-text",
  stops: false,
  finds:
    "A text that nothing shows, or texts of a partner in a language that it does not offer, nor a variant of it.",
  why: "Either it can go, in every language, or the button, link or field that should show it is missing.",
  example: {
    file: "locales/en-GB.json",
    wrong: '"shell": { "greeting": "Hello",',
    right: '"shell": {',
  },
  check: (checked) => {
    const source = sourceLocale(checked);
    const shown = usedTexts(checked);
    const texts = placedTexts(source.value);
    const own = textBases(source.value);
    const absent = allNeededTexts(checked).filter((key) => !own.has(key));
    const unused = texts.filter(({ key }) => !shown(pluralBase(key)));
    const ofPanels = unshownPanels(checked).filter((panel) => unused.some(({ key }) => isOf(panel, key)));
    const unusedTexts = unused
      .filter(({ key }) => !ofPanels.some((panel) => isOf(panel, key)))
      .map(({ key, text, path }) => {
        const fault = source.atKey(path, `Nothing shows "${key}".`);
        // It may be a missing one, misspelt: then a person decides.
        return nearest(key, absent) === undefined ? { ...fault, fix: removal({ key, text, path }) } : fault;
      });
    const unusedPanels = ofPanels.map((panel): Fault => {
      const path = ["panels", panel];
      const fault = source.atKey(path, `No screen shows the panel "${panel}", whose texts these are.`);
      const does = `the texts of the panel "${panel}" removed`;
      return { ...fault, fix: { does, edits: [{ path, remove: true }], loses: true } };
    });
    return [...unusedTexts, ...unusedPanels, ...unreadLanguages(checked)];
  },
};

function unshownPanels({ scenes, sources }: Checked): string[] {
  const shown = new Set(scenes.map(({ entries: { panel } }) => panel));
  return [...(sources.panels?.keys() ?? [])].filter((panel) => !shown.has(panel));
}

function isOf(panel: string, key: string): boolean {
  return key.startsWith(`panels.${panel}.`);
}

/**
 * Texts of a partner in a language that its pages never show; those of the source language stand in for all, those of a language
 * for its variants.
 */
function unreadLanguages(checked: Checked): Fault[] {
  const partners = partnersOf(checked);
  return [...checked.partnerLocales].flatMap(([id, folder]) => {
    const offered = partners[id]?.availableLanguages ?? [];
    const whole = offered.map((language) => variantOf(language, checked.locales));
    const read = [defaultLanguage, ...offered, ...whole];
    return [...folder]
      .filter(([language]) => !read.includes(language))
      .map(([language, { at }]) => {
        const message = `The partner "${id}" does not offer the language "${language}".`;
        return at([], message, nearest(language, offered));
      });
  });
}
