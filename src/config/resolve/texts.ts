import { defaultLanguage } from "../../shared/constants.ts";
import { baseLanguage } from "../../shared/languages.ts";
import type { Catalogue } from "../../shared/translate.ts";
import type { JsonPath } from "../json-path.ts";
import type { Documents, LocaleTree } from "../read/documents.ts";
import type { LocatedJson } from "../read/located-json.ts";

type Locales = Documents["locales"];

/** One text of a file. */
export interface PlacedText {
  /** Dotted. */
  key: string;
  text: string;
  path: JsonPath;
}

/** Every file of texts with its language: those of all, then those of each partner. */
export function textFiles(
  documents: Pick<Documents, "locales" | "partnerLocales">,
): [language: string, document: LocatedJson<LocaleTree>][] {
  return [documents.locales, ...documents.partnerLocales.values()].flatMap((folder) => [...folder]);
}

/** The file of the source language: without it `missing-file` ends the check before there is a workspace. */
export function sourceLocale({ locales }: Pick<Documents, "locales">): LocatedJson<LocaleTree> {
  return locales.get(defaultLanguage) as LocatedJson<LocaleTree>;
}

/** Files of languages, that of the source language first. */
export function sourceFirst<Value>(languages: ReadonlyMap<string, Value>): Map<string, Value> {
  const isSource = (language: string) => Number(language === defaultLanguage);
  return new Map([...languages].sort(([a], [b]) => isSource(b) - isSource(a)));
}

/** Dotted key → text of a nested file. The order is that of the file. */
export const flattenTexts = keptByTree(
  (tree): Catalogue => Object.fromEntries(placedTexts(tree).map(({ key, text }) => [key, text])),
);

/** Every text of a nested file with its dotted key and its place. */
export const placedTexts = keptByTree((tree): readonly PlacedText[] => textsBelow(tree, []));

/** The key of each text of a nested file without its plural category (`pluralBase`). */
export const textBases = keptByTree(
  (tree): ReadonlySet<string> => new Set(placedTexts(tree).map(({ key }) => pluralBase(key))),
);

/** Makes it once for each file: many rules read the same texts. */
export function keptByTree<Made>(make: (tree: LocaleTree) => Made): (tree: LocaleTree) => Made {
  const kept = new WeakMap<LocaleTree, { made: Made }>();
  return (tree) => {
    const { made } = kept.get(tree) ?? { made: make(tree) };
    kept.set(tree, { made });
    return made;
  };
}

function textsBelow(tree: LocaleTree, path: JsonPath): PlacedText[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const own = [...path, name];
    if (isAboutFile(name)) return [];
    if (typeof value !== "string") return textsBelow(value, own);
    return [{ key: own.join("."), text: value, path: own }];
  });
}

// No text has such a name: what begins so is about the file.
function isAboutFile(name: string): boolean {
  return name.startsWith("$");
}

/** What the texts of a language come from for a partner, of all that there is; each wins over those before it (decisions 27). */
export function textLayers(
  language: string,
  locales: Locales,
  partnerLocales: Locales | undefined,
): LocatedJson<LocaleTree>[] {
  const whole = variantOf(language, locales) ?? language;
  return [
    locales.get(defaultLanguage),
    partnerLocales?.get(defaultLanguage),
    locales.get(baseLanguage(language)),
    locales.get(language),
    partnerLocales?.get(whole),
    partnerLocales?.get(language),
  ].filter((layer) => layer !== undefined);
}

/** The texts of a language as a partner's people read them, of all that there is. */
export function layeredTexts(...sources: Parameters<typeof textLayers>): Catalogue {
  return Object.assign({}, ...textLayers(...sources).map(({ value }) => flattenTexts(value)));
}

/**
 * The language that another is a variant of, so that its file has only what differs: `de-AT` → `de`, `en` and `en-US` →
 * `en-GB`. Nothing for a language of its own.
 */
export function variantOf(language: string, locales: ReadonlyMap<string, unknown>): string | undefined {
  const base = baseLanguage(language);
  const whole = base === baseLanguage(defaultLanguage) ? defaultLanguage : base;
  return whole !== language && locales.has(whole) ? whole : undefined;
}

/** Plural categories of CLDR, in their order. */
export const pluralCategories = ["zero", "one", "two", "few", "many", "other"] as const;

/** Plural categories that a language has; of what is no language, the one that all have. */
export function categoriesOf(language: string): readonly string[] {
  return pluralsOf(language).categories;
}

/**
 * Plural categories by which a language means one number alone, so that words can say it: `one` in English, not in French,
 * where it is 0 as well. CLDR tells larger numbers apart by their last digits, so the first 200 show all.
 */
export function exactCategoriesOf(language: string): readonly string[] {
  return pluralsOf(language).exact;
}

interface Plurals {
  categories: readonly string[];
  exact: readonly string[];
}

const knownPlurals = new Map<string, Plurals>();

/** Kept, because asking about 201 numbers takes longer than the rules that want to know. */
function pluralsOf(language: string): Plurals {
  const known = knownPlurals.get(language);
  if (known !== undefined) return known;
  const rules = pluralRulesOf(language);
  const own = rules?.resolvedOptions().pluralCategories ?? ["other"];
  const covered = Map.groupBy(Array(201).keys(), (count) => rules?.select(count) ?? "other");
  const plurals = {
    categories: pluralCategories.filter((category) => own.includes(category)),
    exact: [...covered].flatMap(([category, numbers]) => (numbers.length === 1 ? [category] : [])),
  };
  knownPlurals.set(language, plurals);
  return plurals;
}

function pluralRulesOf(language: string): Intl.PluralRules | undefined {
  try {
    return new Intl.PluralRules(language);
  } catch {
    return undefined;
  }
}

/** Key of a text without its plural category: `total_one` → `total`. */
export function pluralBase(key: string): string {
  const end = key.lastIndexOf("_");
  const isPlural = end >= 0 && pluralCategories.some((category) => category === key.slice(end + 1));
  return isPlural ? key.slice(0, end) : key;
}

/** Names of the values that a text takes, each once. */
export function placeholdersOf(text: string): string[] {
  // Most texts have none.
  if (!text.includes("{")) return [];
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []))];
}

/** Every group that a key belongs to, and the key itself: `a.b` → `a`, `a.b`. */
export function groupsOf(key: string): string[] {
  return key.split(".").map((_, end, parts) => parts.slice(0, end + 1).join("."));
}
