import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { type PanelSource, panelSources } from "./panel-sources.ts";

/** Where the two files stand that the demo brings its own copies of; absolute, or relative to the root. */
export interface ConfigFiles {
  clientsFile: string;
  vendorsFile: string;
}

/** Everything that the configuration is made from, as read from the disk. Paths are relative to the root. */
export interface Sources {
  root: string;
  clientsFile: string;
  vendorsFile: string;
  /** Path → text of every JSON and SVG file. */
  texts: ReadonlyMap<string, string>;
  /** Every file of the partners' folders. */
  partnerFiles: ReadonlySet<string>;
  /** Name → hand-made body; none where the client's sources are not installed. */
  panels: ReadonlyMap<string, PanelSource> | undefined;
  /** Text keys that the program names itself → a file that does. */
  namedTexts: ReadonlyMap<string, string>;
  /** Groups of text keys of which the program puts keys together. */
  namedGroups: ReadonlySet<string>;
}

export const screensFile = "screens.config.json";

/** Reads every file that the configuration is made from. What does not exist is left out. */
export async function readSources(root: string, files: ConfigFiles): Promise<Sources> {
  const local = (path: string) => relative(root, resolve(root, path)).replaceAll(sep, "/");
  const clientsFile = local(files.clientsFile);
  const vendorsFile = local(files.vendorsFile);
  const [schemas, partners, locales, states, code] = await Promise.all([
    list(root, "schemas"),
    list(root, "partners"),
    list(root, "locales"),
    list(root, "states"),
    list(root, "src"),
  ]);
  const read = [...schemas, ...partners, ...locales, ...states].filter((path) => /\.(json|svg)$/.test(path));
  const program = await readTexts(
    root,
    code.filter((path) => /(?<!\.test)\.tsx?$/.test(path)),
  );
  const panels = panelSources(program);
  return {
    root,
    clientsFile,
    vendorsFile,
    texts: await readTexts(root, [screensFile, clientsFile, vendorsFile, ...read]),
    partnerFiles: new Set(partners),
    panels: panels.size === 0 ? undefined : panels,
    namedTexts: namedTexts(program),
    namedGroups: namedGroups(program),
  };
}

/** Short digest of some of the texts, so that two states of the files can be compared. */
export function hashOf(texts: Iterable<readonly [string, string]>): string {
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 12);
}

/** Says whether a file is compiled into the client, so that a change of it needs a build. */
export function isBuilt(path: string): boolean {
  return path === screensFile || path.startsWith("schemas/");
}

async function list(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .sort();
}

async function readTexts(root: string, paths: string[]): Promise<Map<string, string>> {
  const read = async (path: string) =>
    [path, await readFile(join(root, path), "utf8").catch(() => null)] as const;
  const texts = await Promise.all(paths.map(read));
  return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== null));
}

const ownGroups = "shell|messages|validation|problems|errors|captcha|sessionWarning|panels|mails|texts";
// Keys are written out in double quotes; of what is put together from parts the beginning is known.
const namedText = new RegExp(`"((?:${ownGroups})\\.[A-Za-z0-9.-]*[A-Za-z0-9])"`, "g");
const namedGroup = new RegExp(`\`((?:${ownGroups})[A-Za-z0-9.-]*)\\.[A-Za-z0-9]*\\$\\{`, "g");

function namedTexts(code: ReadonlyMap<string, string>): Map<string, string> {
  const named = [...code].flatMap(([file, text]) =>
    [...text.matchAll(namedText)].map(([, key = ""]): [string, string] => [key, file]),
  );
  return new Map(named.reverse());
}

function namedGroups(code: ReadonlyMap<string, string>): Set<string> {
  const named = [...code.values()].flatMap((text) =>
    [...text.matchAll(namedGroup)].map(([, group = ""]) => group),
  );
  // Which messages and panels are shown the screens say.
  return new Set(named.filter((group) => group !== "messages" && group !== "panels"));
}
