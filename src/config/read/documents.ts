import { posix } from "node:path";
import type { ValidateFunction } from "ajv";
import type {
  ClientsConfig,
  FormConfig,
  PartnerConfig,
  ScreensConfig,
  StatesConfig,
  VendorsConfig,
} from "../../generated/config.ts";
import { defaultLanguage } from "../../shared/constants.ts";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { type Fault, type Finding, foundBy } from "../finding.ts";
import { languageTag } from "../language-tag.ts";
import { kebabCase, kebabRule } from "../words.ts";
import { type LocatedJson, locateJson, locateSound } from "./located-json.ts";
import { checkShape, compileShape, compileSound, schemaFindings } from "./shape.ts";
import { jsonName, type Sources, screensFile } from "./sources.ts";
import { withoutNames } from "./without-names.ts";

/** Texts of one language as its file nests them. */
export interface LocaleTree {
  [key: string]: string | LocaleTree;
}

/** Every data file, located and of the right shape; the rules read nothing else. */
export interface Documents {
  sources: Sources;
  /** Every document with the schema that it must name: an address, or a file of `schemas/config/`. */
  described: readonly { document: LocatedJson; schema: string }[];
  screens: LocatedJson<ScreensConfig>;
  clients: LocatedJson<ClientsConfig>;
  vendors: LocatedJson<VendorsConfig>;
  /** By name of the file without its ending, as are entities and forms. */
  calls: ReadonlyMap<string, LocatedJson<CallContract>>;
  entities: ReadonlyMap<string, LocatedJson<JsonSchema>>;
  forms: ReadonlyMap<string, LocatedJson<FormConfig>>;
  /** By partner's id. */
  partners: ReadonlyMap<string, LocatedJson<PartnerConfig>>;
  /** By language. */
  locales: ReadonlyMap<string, LocatedJson<LocaleTree>>;
  /** By partner's id, then by language. */
  partnerLocales: ReadonlyMap<string, ReadonlyMap<string, LocatedJson<LocaleTree>>>;
  /** By screen. */
  states: ReadonlyMap<string, LocatedJson<StatesConfig>>;
}

/**
 * Reads every source against its schema, or only `doubted` ones; the documents are missing where any finding stands in
 * the way.
 */
export function locateDocuments(
  sources: Sources,
  doubted?: readonly string[],
): { documents: Documents | undefined; findings: Finding[] } {
  const reader = new DocumentReader(sources, doubted);
  const documents: Documents = {
    sources,
    described: reader.described,
    screens: reader.file(screensFile, "screens") as LocatedJson<ScreensConfig>,
    clients: reader.file(sources.clientsFile, "clients") as LocatedJson<ClientsConfig>,
    vendors: reader.file(sources.vendorsFile, "vendors") as LocatedJson<VendorsConfig>,
    calls: reader.folder(/^schemas\/calls\/([A-Za-z0-9]+)\.json$/, "call"),
    entities: reader.folder(/^schemas\/entities\/([a-z0-9-]+)\.json$/, "draft-07"),
    forms: reader.folder(/^schemas\/forms\/([a-z0-9-]+)\.json$/, "form"),
    partners: reader.folder(/^partners\/([a-z0-9-]+)\/partner\.json$/, "partner", partnerPaths(sources)),
    locales: reader.folder(/^locales\/([A-Za-z0-9-]+)\.json$/, "locale", [`locales/${defaultLanguage}.json`]),
    partnerLocales: reader.partnerLocales(),
    states: reader.folder(/^states\/([A-Za-z0-9]+)\.json$/, "states"),
  };
  if (doubted === undefined) reader.schemas();
  const findings = [...reader.findings, ...foundBy("unknown-file", reader.strangers())];
  return { documents: findings.length === 0 ? documents : undefined, findings };
}

/** The file of each partner: of every folder in `partners/`, and of the one that all others fall back to. */
function partnerPaths({ texts, partnerFiles }: Sources): string[] {
  const folders = [...texts.keys(), ...partnerFiles.keys()].flatMap(
    (path) => /^partners\/[a-z0-9-]+(?=\/)/.exec(path) ?? [],
  );
  return [...new Set(["partners/default", ...folders])].map((folder) => `${folder}/partner.json`);
}

/** The folder of a partner that a path begins with, where no partner can be called so. */
function wrongPartner(path: string): string | undefined {
  return /^partners\/(?![a-z0-9-]+\/)([^/]+)\//.exec(path)?.[1];
}

/** What a file that nothing reads was most likely to be called; undefined: it is called so already. */
function likelyName(file: string): string | undefined {
  const name = posix.basename(file);
  const stem = name.replace(jsonName, "");
  const tag = /^(.*\/)?locales\/[^/]+$/.test(file) ? languageTag(stem) : undefined;
  const right = `${tag ?? stem}.json`;
  return right === name ? undefined : right;
}

class DocumentReader {
  readonly findings: Finding[] = [];
  readonly described: { document: LocatedJson; schema: string }[] = [];
  readonly #sources: Sources;
  readonly #shapes = new Map<string, ValidateFunction | undefined>();
  readonly #seen = new Set<string>();
  readonly #doubted: readonly string[] | undefined;
  readonly #paths: readonly string[];

  constructor(sources: Sources, doubted: readonly string[] | undefined) {
    this.#sources = sources;
    this.#doubted = doubted;
    this.#paths = [...sources.texts.keys()].sort();
  }

  /** One file of a shape. What is wrong is noted; the document then serves only until the caller gives up. */
  file(file: string, shape: string): LocatedJson {
    this.#seen.add(file);
    const { document, findings } = this.#read(file, shape);
    this.findings.push(...findings);
    if (document !== undefined) this.described.push({ document, schema: schemaOf(shape) });
    return document ?? nothing(file);
  }

  /** Every file whose path matches, by what the pattern captures, and those that must be there. */
  folder<Value>(
    pattern: RegExp,
    shape: string,
    needed: readonly string[] = [],
  ): ReadonlyMap<string, LocatedJson<Value>> {
    const paths = new Set([...this.#paths, ...needed]);
    const names = [...paths].sort().flatMap((path) => {
      const name = pattern.exec(path)?.[1];
      return name === undefined ? [] : [[name, this.file(path, shape) as LocatedJson<Value>] as const];
    });
    return new Map(names);
  }

  partnerLocales(): Documents["partnerLocales"] {
    const pattern = /^partners\/([a-z0-9-]+)\/locales\/[A-Za-z0-9-]+\.json$/;
    const partners = new Set(this.#paths.flatMap((path) => pattern.exec(path)?.[1] ?? []));
    return new Map(
      [...partners].map((id) => [
        id,
        this.folder<LocaleTree>(new RegExp(`^partners/${id}/locales/([A-Za-z0-9-]+)\\.json$`), "locale"),
      ]),
    );
  }

  /** The schemas that no data file needed. */
  schemas(): void {
    for (const path of this.#paths) {
      const name = /^schemas\/config\/([a-z-]+)\.schema\.json$/.exec(path)?.[1];
      if (name !== undefined) this.#shape(name);
    }
  }

  /** JSON files in the data folders that nothing reads: most likely a mistyped name. Of a partner's folder one speaks for all. */
  strangers(): Fault[] {
    const unread = this.#paths.filter(
      (path) => jsonName.test(path) && !this.#seen.has(path) && !path.startsWith("schemas/config/"),
    );
    const told = Map.groupBy(unread, (path) => wrongPartner(path) ?? path);
    return [...told.values()].map(([file = ""]) => {
      const partner = wrongPartner(file);
      const message =
        partner === undefined
          ? "Nothing reads this file: its name or folder is wrong."
          : `"${partner}" is no name for a partner's folder: ${kebabRule}.`;
      const near = partner === undefined ? likelyName(file) : kebabCase(partner);
      return nothing(file).at([], message, near || undefined);
    });
  }

  #read(file: string, shape: string): ReadFile {
    const text = this.#sources.texts.get(file);
    if (text === undefined) return missing(file);
    if (this.#doubted?.includes(file) === false) return { document: locateSound(file, text), findings: [] };
    return readFile(file, text, this.#shape(shape));
  }

  #shape(name: string): ValidateFunction | undefined {
    if (!this.#shapes.has(name)) this.#shapes.set(name, this.#compile(name));
    return this.#shapes.get(name);
  }

  #compile(name: string): ValidateFunction | undefined {
    const file = schemaOf(name);
    if (file === draft07) return compileShape({ $ref: draft07 });
    const { document, findings } = locateJson(file, this.#sources.texts.get(file) ?? "");
    this.findings.push(...findings);
    // Where not all files are doubted, their schemas are not.
    const compile = this.#doubted === undefined ? compileShape : compileSound;
    try {
      return document && compile(withoutNames(document.value as JsonSchema));
    } catch (error) {
      this.findings.push(...schemaFindings(document ?? nothing(file), error));
      return undefined;
    }
  }
}

const draft07 = "http://json-schema.org/draft-07/schema#";

function schemaOf(shape: string): string {
  return shape === "draft-07" ? draft07 : `schemas/config/${shape}.schema.json`;
}

interface ReadFile {
  document: LocatedJson | undefined;
  findings: Finding[];
}

const lastRead = new Map<string, ReadFile & { text: string; validate: ValidateFunction | undefined }>();

/** A file against its shape. Between two checks most files stay as they were, and so does what was read. */
function readFile(file: string, text: string, validate: ValidateFunction | undefined): ReadFile {
  const last = lastRead.get(file);
  if (last?.text === text && last.validate === validate) return last;
  const { document, findings } = locateJson(file, text);
  const shape = document === undefined || validate === undefined ? [] : checkShape(document, validate);
  const read = { document, findings: [...findings, ...shape], text, validate };
  lastRead.set(file, read);
  return read;
}

function missing(file: string): ReadFile {
  const fault = nothing(file).at([], "This file is missing.");
  return { document: undefined, findings: foundBy("missing-file", [fault]) };
}

/** An empty document that stands for a file that cannot be read. */
function nothing(file: string): LocatedJson {
  return locateJson(file, "{}").document as LocatedJson;
}
