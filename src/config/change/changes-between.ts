import type { Catalogue } from "../../shared/translate.ts";
import { sharedAnswers } from "../generate/open-api.ts";
import type { JsonPath } from "../json-path.ts";
import { mapMap } from "../map-values.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { flattenTexts, sourceFirst, variantOf } from "../resolve/texts.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { answerDifferences, type CallDifference, callDifferences } from "./call-words.ts";
import { textDifference } from "./text-difference.ts";
import { valueDifferences } from "./value-words.ts";

/** One difference in words, and where it stands in the files as they are; of what is gone, what held it. */
export interface Sentence {
  words: string;
  /** Older clients do not survive it. */
  breaks?: boolean;
  place: { file: string; line?: number } | undefined;
}

/** What changed in one thing of the product. */
export interface Change {
  kind:
    | "Screen"
    | "Journey"
    | "Tones"
    | "Menu"
    | "Form"
    | "Call"
    | "Answer"
    | "Partner"
    | "Language"
    | "Text"
    | "Application"
    | "Provider";
  name: string;
  sentences: Sentence[];
}

/** A value of a file, of which the path leads on. */
interface Source {
  document: LocatedJson | undefined;
  path: JsonPath;
}

/** What a change of the data files touches, in words, in the order of the configuration. */
export function changesBetween(before: Workspace, after: Workspace): Change[] {
  const { screens, clients, vendors, forms, calls, entities, locales } = after;
  const entries = <Value>(record: Record<string, Value>) => new Map(Object.entries(record));
  const of = (
    kind: Change["kind"],
    read: (workspace: Workspace) => ReadonlyMap<string, unknown>,
    sourceOf: (name: string) => Source,
  ) =>
    each(kind, read(before), read(after), sourceOf, (was, is, name) =>
      placed(valueDifferences(was, is), sourceOf(name)),
    );
  const journey = valueDifferences(before.screens.value.journey, screens.value.journey);
  const tones = valueDifferences(before.screens.value.tones ?? {}, screens.value.tones ?? {});
  const menu = valueDifferences({ menu: before.screens.value.menu }, { menu: screens.value.menu });
  const whole = (document: LocatedJson | undefined): Source => ({ document, path: [] });
  const changes: Change[] = [
    ...of(
      "Screen",
      (workspace) => entries(workspace.screens.value.screens),
      (name) => ({ document: screens, path: ["screens", name] }),
    ),
    { kind: "Journey", name: "", sentences: placed(journey, { document: screens, path: ["journey"] }) },
    { kind: "Tones", name: "", sentences: placed(tones, { document: screens, path: ["tones"] }) },
    { kind: "Menu", name: "", sentences: placed(menu, { document: screens, path: [] }) },
    ...of(
      "Form",
      (workspace) => mapMap(workspace.forms, ({ value }) => value),
      (name) => whole(forms.get(name)),
    ),
    ...each(
      "Call",
      before.contracts,
      after.contracts,
      (name) => whole(calls.get(name)),
      (was, is, name) => inContract(callDifferences(was, is), whole(calls.get(name))),
    ),
    ...sharedAnswers.map((name): Change => {
      const [was, is] = [before, after].map(({ entitySchemas }) => entitySchemas.get(name));
      const sentences = inContract(answerDifferences(was, is), whole(entities.get(name)));
      return { kind: "Answer", name, sentences };
    }),
    ...each(
      "Partner",
      partners(before),
      partners(after),
      (name) => whole(after.partners.get(name)),
      partnerSentences(after),
    ),
    ...each(
      "Language",
      before.locales,
      locales,
      (name) => whole(locales.get(name)),
      () => [],
    ),
    ...textChanges(languages(before), languages(after), locales),
    ...of(
      "Application",
      (workspace) => entries(workspace.clients.value.clients),
      (name) => ({ document: clients, path: ["clients", name] }),
    ),
    ...of(
      "Provider",
      (workspace) => entries(workspace.vendors.value.vendors),
      (name) => ({ document: vendors, path: ["vendors", name] }),
    ),
  ];
  return changes.filter(({ sentences }) => sentences.length > 0);
}

/** What is said behind a sentence that `breaks`. */
export const breaksClients = " (breaks older clients)";

/** `Screen login: link "recover" was removed.` */
export function changeLines({ kind, name, sentences }: Change): string[] {
  const of = name === "" ? kind : `${kind} ${name}`;
  return sentences.map(({ words, breaks }) => `${of}: ${words}${breaks ? breaksClients : ""}`);
}

function sentence(words: string, { document, path }: Source): Sentence {
  return { words, place: document && { file: document.file, line: document.place(path).line } };
}

/** What a contract refers to is written out, so that only its file is known. */
function inContract(differences: readonly CallDifference[], source: Source): Sentence[] {
  return differences.map(({ words, breaks }) => ({ ...sentence(words, source), breaks }));
}

function placed(differences: ReturnType<typeof valueDifferences>, { document, path }: Source): Sentence[] {
  return differences.map((difference) =>
    sentence(difference.words, { document, path: [...path, ...difference.path] }),
  );
}

function each<Value>(
  kind: Change["kind"],
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  sourceOf: (name: string) => Source,
  compare: (before: Value, after: Value, name: string) => Sentence[],
): Change[] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.map((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    const whole = (words: string, breaks = false) => ({
      kind,
      name,
      sentences: [{ ...sentence(words, sourceOf(name)), breaks }],
    });
    if (was === undefined) return whole("is new");
    if (is === undefined) return whole("was removed", kind === "Call");
    return { kind, name, sentences: compare(was, is, name) };
  });
}

/** The source language first, so that its text stands for all. */
function languages({ locales }: Workspace): Map<string, Catalogue> {
  return mapMap(sourceFirst(locales), ({ value }) => flattenTexts(value));
}

interface PartnerFiles {
  config: unknown;
  /** `<language> <key>` → text. */
  texts: Catalogue;
  /** File → what it holds, or the digest of that. */
  images: ReadonlyMap<string, string>;
}

function partners({ partners: all, partnerLocales, sources }: Workspace): Map<string, PartnerFiles> {
  const files = [...sources.partnerFiles].filter(([path]) => !path.endsWith(".json"));
  return new Map(
    [...all].map(([id, { value }]) => {
      const own = [...(partnerLocales.get(id) ?? [])].flatMap(([language, locale]) =>
        Object.entries(flattenTexts(locale.value)).map(([key, text]) => [`${language} ${key}`, text]),
      );
      const folder = `partners/${id}/`;
      const named = files
        .filter(([path]) => path.startsWith(folder))
        .map(([path, digest]) => [path.slice(folder.length), sources.texts.get(path) ?? digest] as const);
      return [id, { config: value, texts: Object.fromEntries(own), images: new Map(named) }];
    }),
  );
}

function partnerSentences(after: Workspace) {
  return (was: PartnerFiles, is: PartnerFiles, id: string): Sentence[] => [
    ...placed(valueDifferences(was.config, is.config), { document: after.partners.get(id), path: [] }),
    ...textSentences(was.texts, is.texts, after.partnerLocales.get(id)),
    ...imageSentences(was.images, is.images, `partners/${id}`),
  ];
}

function imageSentences(
  before: PartnerFiles["images"],
  after: PartnerFiles["images"],
  folder: string,
): Sentence[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((file): Sentence[] => {
    const place = { file: `${folder}/${file}` };
    if (!before.has(file)) return [{ words: `image ${file} is new`, place }];
    if (!after.has(file)) return [{ words: `image ${file} was removed`, place: undefined }];
    return before.get(file) === after.get(file) ? [] : [{ words: `image ${file} was changed`, place }];
  });
}

/** Of a partner's own texts. */
function textSentences(
  before: Catalogue,
  after: Catalogue,
  locales: Workspace["locales"] | undefined,
): Sentence[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === is) return [];
    const [language = "", key = ""] = name.split(" ");
    const source = { document: locales?.get(language), path: key.split(".") };
    if (was === undefined) return [sentence(`text ${name} is new: “${is}”`, source)];
    return [
      sentence(
        is === undefined ? `text ${name} was removed` : `text ${name}: ${textDifference(was, is)}`,
        source,
      ),
    ];
  });
}

/** By key, because a change mostly concerns all languages; a language that is new or gone as a whole is told elsewhere. */
function textChanges(
  before: ReadonlyMap<string, Catalogue>,
  after: ReadonlyMap<string, Catalogue>,
  locales: Workspace["locales"],
): Change[] {
  const kept = [...after.keys()].filter((language) => before.has(language));
  const whole = kept.filter((language) => variantOf(language, locales) === undefined);
  const keys = new Set(
    kept.flatMap((language) => [after, before].flatMap((all) => Object.keys(all.get(language) ?? {}))),
  );
  return [...keys].map((key) => {
    const texts = kept.map((language) => ({
      language,
      was: before.get(language)?.[key],
      is: after.get(language)?.[key],
    }));
    const said = (words: string, language: string) =>
      sentence(words, { document: locales.get(language), path: key.split(".") });
    const told = (change: (typeof texts)[number][], words: (first: (typeof texts)[number]) => string) => {
      const [first] = change;
      const changed = change.map(({ language }) => language);
      const where = whole.every((language) => changed.includes(language)) ? "" : ` in ${changed.join(", ")}`;
      return first === undefined ? [] : [said(`${words(first)}${where}`, first.language)];
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
            : [said(`${language} ${textDifference(was, is)}`, language)],
        ),
      ],
    };
  });
}
