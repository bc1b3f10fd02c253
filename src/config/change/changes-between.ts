import { defaultLanguage } from "../../shared/constants.ts";
import type { Catalogue } from "../../shared/translate.ts";
import type { LocatedJson } from "../located-json.ts";
import { flattenTexts } from "../texts.ts";
import type { Workspace } from "../workspace.ts";
import { callWords } from "./call-words.ts";
import { textDifference } from "./text-difference.ts";
import { valueWords } from "./value-words.ts";

/** What changed in one thing of the product. */
export interface Change {
  kind: "Screen" | "Journey" | "Form" | "Call" | "Partner" | "Language" | "Text" | "Application" | "Provider";
  name: string;
  /** A sentence for each difference. */
  sentences: string[];
}

/** What a change of the data files touches, in words, in the order of the configuration. */
export function changesBetween(before: Workspace, after: Workspace): Change[] {
  const values = <Value>(from: ReadonlyMap<string, LocatedJson<Value>>) =>
    new Map([...from].map(([id, { value }]) => [id, value]));
  const entries = <Value>(record: Record<string, Value>) => new Map(Object.entries(record));
  const of = (kind: Change["kind"], read: (workspace: Workspace) => ReadonlyMap<string, unknown>) =>
    each(kind, read(before), read(after), valueWords);
  const journey = valueWords(before.screens.value.journey, after.screens.value.journey);
  const changes: Change[] = [
    ...of("Screen", ({ screens }) => entries(screens.value.screens)),
    { kind: "Journey", name: "", sentences: journey },
    ...of("Form", ({ forms }) => values(forms)),
    ...each("Call", before.contracts, after.contracts, callWords),
    ...each("Partner", partners(before), partners(after), (was, is) => [
      ...valueWords(was.config, is.config),
      ...textWords(was.texts, is.texts),
      ...imageWords(was.images, is.images),
    ]),
    ...each("Language", before.locales, after.locales, () => []),
    ...textChanges(languages(before), languages(after)),
    ...of("Application", ({ clients }) => entries(clients.value.clients)),
    ...of("Provider", ({ vendors }) => entries(vendors.value.vendors)),
  ];
  return changes.filter(({ sentences }) => sentences.length > 0);
}

/** `Screen login: link "recover" was removed.` */
export function changeLines({ kind, name, sentences }: Change): string[] {
  return sentences.map((sentence) => `${name === "" ? kind : `${kind} ${name}`}: ${sentence}`);
}

function each<Value>(
  kind: Change["kind"],
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  compare: (before: Value, after: Value) => string[],
): Change[] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.map((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined) return { kind, name, sentences: ["is new"] };
    if (is === undefined) {
      return {
        kind,
        name,
        sentences: [kind === "Call" ? "was removed (breaks older clients)" : "was removed"],
      };
    }
    return { kind, name, sentences: compare(was, is) };
  });
}

/** The source language first, so that its text stands for all. */
function languages({ locales }: Workspace): Map<string, Catalogue> {
  const sorted = [...locales].sort(
    ([a], [b]) => Number(b === defaultLanguage) - Number(a === defaultLanguage),
  );
  return new Map(sorted.map(([language, { value }]) => [language, flattenTexts(value)]));
}

interface PartnerFiles {
  config: unknown;
  /** `<language> <key>` → text. */
  texts: Catalogue;
  /** File → what it holds, where that is text. */
  images: ReadonlyMap<string, string | undefined>;
}

function partners({ partners: all, partnerLocales, sources }: Workspace): Map<string, PartnerFiles> {
  const files = [...sources.partnerFiles].filter((path) => !path.endsWith(".json"));
  return new Map(
    [...all].map(([id, { value }]) => {
      const own = [...(partnerLocales.get(id) ?? [])].flatMap(([language, locale]) =>
        Object.entries(flattenTexts(locale.value)).map(([key, text]) => [`${language} ${key}`, text]),
      );
      const folder = `partners/${id}/`;
      const images = files.filter((path) => path.startsWith(folder));
      const named = images.map((path) => [path.slice(folder.length), sources.texts.get(path)] as const);
      return [id, { config: value, texts: Object.fromEntries(own), images: new Map(named) }];
    }),
  );
}

function imageWords(before: PartnerFiles["images"], after: PartnerFiles["images"]): string[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((file) => {
    if (!before.has(file)) return [`image ${file} is new`];
    if (!after.has(file)) return [`image ${file} was removed`];
    return before.get(file) === after.get(file) ? [] : [`image ${file} was changed`];
  });
}

/** Of a partner's own texts. */
function textWords(before: Catalogue, after: Catalogue): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((key) => {
    const [was, is] = [before[key], after[key]];
    if (was === is) return [];
    if (was === undefined) return [`text ${key} is new: “${is}”`];
    return [is === undefined ? `text ${key} was removed` : `text ${key}: ${textDifference(was, is)}`];
  });
}

/** By key, because a change mostly concerns all languages; a language that is new or gone as a whole is told elsewhere. */
function textChanges(
  before: ReadonlyMap<string, Catalogue>,
  after: ReadonlyMap<string, Catalogue>,
): Change[] {
  const kept = [...after.keys()].filter((language) => before.has(language));
  const keys = new Set(
    kept.flatMap((language) => [after, before].flatMap((all) => Object.keys(all.get(language) ?? {}))),
  );
  return [...keys].map((key) => {
    const texts = kept.map((language) => ({
      language,
      was: before.get(language)?.[key],
      is: after.get(language)?.[key],
    }));
    const told = (change: (typeof texts)[number][], words: (first: (typeof texts)[number]) => string) => {
      const [first] = change;
      const where =
        change.length === kept.length ? "" : ` in ${change.map(({ language }) => language).join(", ")}`;
      return first === undefined ? [] : [`${words(first)}${where}`];
    };
    return {
      kind: "Text",
      name: key,
      sentences: [
        ...told(
          texts.filter(({ was, is }) => was === undefined && is !== undefined),
          ({ is }) => `“${is}” is new`,
        ),
        ...told(
          texts.filter(({ was, is }) => was !== undefined && is === undefined),
          ({ was }) => `“${was}” was removed`,
        ),
        ...texts.flatMap(({ language, was, is }) =>
          was === undefined || is === undefined || was === is
            ? []
            : [`${language} ${textDifference(was, is)}`],
        ),
      ],
    };
  });
}
