import type { ClientConfig, FormConfig, MenuEntry, VendorConfig } from "../generated/config.ts";
import type { CallContract, CallName, JsonSchema } from "../shared/contract.ts";
import { menuOf, resolveScreens, type Screens } from "../shared/screens.ts";
import type { Catalogue } from "../shared/translate.ts";
import { checkAll } from "./check-config.ts";
import type { Finding } from "./finding.ts";
import { buildHashOf, type ConfigFiles, hashOf, readSources, type Sources } from "./read/sources.ts";
import { type Partners, partnersOf } from "./resolve/partners.ts";
import { layeredTexts, sourceFirst } from "./resolve/texts.ts";
import type { Workspace } from "./resolve/workspace.ts";

/** A form with its schema written out. */
export type Form = Omit<FormConfig, "schema"> & { schema: JsonSchema };

/** All data files, checked and ready for use. */
export interface Config {
  screens: Screens;
  /** Entries of the account's menu, in order. */
  menu: MenuEntry[];
  /** Outcome of the journey → id of the screen that it leads to. */
  journey: Readonly<Record<string, string>>;
  /** Contracts with every reference written out. */
  contracts: Record<CallName, CallContract>;
  forms: Record<string, Form>;
  /** Shapes that several calls use, by file name, with every reference written out. */
  entities: Record<string, JsonSchema>;
  partners: Partners;
  clients: Record<string, ClientConfig>;
  vendors: Record<string, VendorConfig>;
  /** Tags of the files in `locales/`, the source language first. */
  languages: string[];
  /** All texts of a language as a partner words them; unknown ones fall back (decisions 27). */
  texts(partnerId: string, language: string): Catalogue;
  /** Short digest of `texts`, for the address of a catalogue. */
  catalogueHash(partnerId: string, language: string): string;
  /** Short digest of every JSON and SVG file that was read. */
  hash: string;
  /** See `buildHashOf`. */
  buildHash: string;
  /** The files that it was made from, with the place of every value. */
  workspace: Workspace;
}

/** Reads and checks every data file below a root. Findings of texts alone do not keep the configuration back. */
export async function readConfig(
  root: string,
  files: ConfigFiles,
): Promise<{ config: Config | undefined; findings: Finding[] }> {
  return configOf(await readSources(root, files));
}

/** The configuration that some sources make, and what is wrong with them; `proven` as for `checkAll`. */
export function configOf(
  sources: Sources,
  proven?: string,
): { config: Config | undefined; findings: Finding[] } {
  const { workspace, findings } = checkAll(sources, proven);
  return { config: workspace && assemble(workspace), findings };
}

/** The configuration that checked files make. */
export function assemble(workspace: Workspace): Config {
  const { sources, screens, clients, vendors, contracts, forms, formSchemas, entitySchemas, locales } =
    workspace;
  return {
    screens: resolveScreens(screens.value),
    menu: menuOf(screens.value),
    journey: screens.value.journey,
    // The generated names are made from the same files; a missing one fails the drift check.
    contracts: Object.fromEntries(contracts) as Record<CallName, CallContract>,
    forms: Object.fromEntries(
      [...forms].map(([id, { value }]) => [id, { ...value, schema: formSchemas.get(id) ?? {} }]),
    ),
    entities: Object.fromEntries(entitySchemas),
    partners: partnersOf(workspace),
    clients: clients.value.clients,
    vendors: vendors.value.vendors,
    languages: [...sourceFirst(locales).keys()],
    ...catalogues(workspace),
    hash: hashOf(sources.texts),
    buildHash: buildHashOf(sources.texts),
    workspace,
  };
}

function catalogues({
  partners,
  locales,
  partnerLocales,
}: Workspace): Pick<Config, "texts" | "catalogueHash"> {
  const made = new Map<string, { texts: Catalogue; hash: string }>();
  const make = (partnerId: string, language: string) => {
    const texts = layeredTexts(language, locales, partnerLocales.get(partnerId));
    return { texts, hash: hashOf(Object.entries(texts)) };
  };
  const catalogue = (partnerId: string, language: string) => {
    const key = `${partnerId}/${language}`;
    const ready = made.get(key) ?? make(partnerId, language);
    // Whoever asks brings only partners and languages that exist; others must not fill the memory.
    if (partners.has(partnerId) && language.length <= 35 && made.size < 1000) made.set(key, ready);
    return ready;
  };
  return {
    texts: (partnerId, language) => catalogue(partnerId, language).texts,
    catalogueHash: (partnerId, language) => catalogue(partnerId, language).hash,
  };
}
