import type { ValidateFunction } from "ajv";
import type {
  ClientsConfig,
  FormConfig,
  PartnerConfig,
  ScreensConfig,
  StatesConfig,
  VendorsConfig,
} from "../generated/config.ts";
import type { CallContract, JsonSchema } from "../shared/contract.ts";
import type { Finding } from "./finding.ts";
import { type LocatedJson, locateJson } from "./located-json.ts";
import { checkShape, compileShape, schemaFinding } from "./shape.ts";
import { type Sources, screensFile } from "./sources.ts";
import { withoutNames } from "./without-names.ts";

/** Texts of one language as its file nests them. */
export interface LocaleTree {
  [key: string]: string | LocaleTree;
}

/** Every data file, located and of the right shape; the rules read nothing else. */
export interface Documents {
  sources: Sources;
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

/** Reads every source against its schema; the documents are missing where any finding stands in the way. */
export function locateDocuments(sources: Sources): { documents: Documents | undefined; findings: Finding[] } {
  const reader = new DocumentReader(sources);
  const documents: Documents = {
    sources,
    screens: reader.file(screensFile, "screens") as LocatedJson<ScreensConfig>,
    clients: reader.file(sources.clientsFile, "clients") as LocatedJson<ClientsConfig>,
    vendors: reader.file(sources.vendorsFile, "vendors") as LocatedJson<VendorsConfig>,
    calls: reader.folder(/^schemas\/calls\/([A-Za-z0-9]+)\.json$/, "call"),
    entities: reader.folder(/^schemas\/entities\/([a-z0-9-]+)\.json$/, "draft-07"),
    forms: reader.folder(/^schemas\/forms\/([a-z0-9-]+)\.json$/, "form"),
    partners: reader.folder(/^partners\/([a-z0-9-]+)\/partner\.json$/, "partner"),
    locales: reader.folder(/^locales\/([A-Za-z0-9-]+)\.json$/, "locale"),
    partnerLocales: reader.partnerLocales(),
    states: reader.folder(/^states\/([A-Za-z0-9]+)\.json$/, "states"),
  };
  reader.schemas();
  const findings = [...reader.findings, ...reader.strangers()];
  return { documents: findings.length === 0 ? documents : undefined, findings };
}

class DocumentReader {
  readonly findings: Finding[] = [];
  readonly #sources: Sources;
  readonly #shapes = new Map<string, ValidateFunction | undefined>();
  readonly #seen = new Set<string>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** One file of a shape. What is wrong is noted; the document then serves only until the caller gives up. */
  file(file: string, shape: string): LocatedJson {
    this.#seen.add(file);
    const text = this.#sources.texts.get(file);
    const { document, findings } = text === undefined ? missing(file) : locateJson(file, text);
    this.findings.push(...findings);
    const validate = this.#shape(shape);
    if (document !== undefined && validate !== undefined)
      this.findings.push(...checkShape(document, validate));
    return document ?? nothing(file);
  }

  /** Every file whose path matches, by what the pattern captures. */
  folder<Value>(pattern: RegExp, shape: string): ReadonlyMap<string, LocatedJson<Value>> {
    const names = this.#paths().flatMap((path) => {
      const name = pattern.exec(path)?.[1];
      return name === undefined ? [] : [[name, this.file(path, shape) as LocatedJson<Value>] as const];
    });
    return new Map(names);
  }

  partnerLocales(): Documents["partnerLocales"] {
    const pattern = /^partners\/([a-z0-9-]+)\/locales\/[A-Za-z0-9-]+\.json$/;
    const partners = new Set(this.#paths().flatMap((path) => pattern.exec(path)?.[1] ?? []));
    return new Map(
      [...partners].map((id) => [
        id,
        this.folder<LocaleTree>(new RegExp(`^partners/${id}/locales/([A-Za-z0-9-]+)\\.json$`), "locale"),
      ]),
    );
  }

  /** The schemas that no data file needed. */
  schemas(): void {
    for (const path of this.#paths()) {
      const name = /^schemas\/config\/([a-z-]+)\.schema\.json$/.exec(path)?.[1];
      if (name !== undefined) this.#shape(name);
    }
  }

  /** JSON files in the data folders that nothing reads: most likely a mistyped name. */
  strangers(): Finding[] {
    return this.#paths()
      .filter(
        (path) => path.endsWith(".json") && !this.#seen.has(path) && !path.startsWith("schemas/config/"),
      )
      .map((file) =>
        nothing(file).at([], "unknown-file", "Nothing reads this file: its name or folder is wrong."),
      );
  }

  #paths(): string[] {
    return [...this.#sources.texts.keys()].sort();
  }

  #shape(name: string): ValidateFunction | undefined {
    if (!this.#shapes.has(name)) this.#shapes.set(name, this.#compile(name));
    return this.#shapes.get(name);
  }

  #compile(name: string): ValidateFunction | undefined {
    if (name === "draft-07") return compileShape({ $ref: "http://json-schema.org/draft-07/schema#" });
    const file = `schemas/config/${name}.schema.json`;
    const { document, findings } = locateJson(file, this.#sources.texts.get(file) ?? "");
    this.findings.push(...findings);
    try {
      return document && compileShape(withoutNames(document.value as JsonSchema));
    } catch (error) {
      this.findings.push(schemaFinding(document ?? nothing(file), error));
      return undefined;
    }
  }
}

function missing(file: string): { document: undefined; findings: Finding[] } {
  return { document: undefined, findings: [nothing(file).at([], "missing-file", "This file is missing.")] };
}

/** An empty document that stands for a file that cannot be read. */
function nothing(file: string): LocatedJson {
  return locateJson(file, "{}").document as LocatedJson;
}
