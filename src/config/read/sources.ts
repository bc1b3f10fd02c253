import { hash } from "node:crypto";
import { open, readdir, readFile } from "node:fs/promises";
import { join, posix, relative, resolve, sep } from "node:path";
import { mapMap } from "../map-values.ts";
import { type ImageFile, judgedBytes } from "./image-kind.ts";
import { largestImage } from "./image-uses.ts";
import { panelSources } from "./panel-sources.ts";
import type { Program } from "./program.ts";
import { programTexts } from "./program-texts.ts";
import { walkFolder } from "./walk-folder.ts";

/** Where the two files stand that the demo brings its own copies of; absolute, or relative to the root. */
export interface ConfigFiles {
  clientsFile: string;
  vendorsFile: string;
}

/** The pair that the repository has itself. */
export const ownFiles: ConfigFiles = {
  clientsFile: "clients.config.json",
  vendorsFile: "vendors.config.json",
};

/** The demo's pair. */
export const demoFiles: ConfigFiles = {
  clientsFile: "src/server/demo/clients.config.json",
  vendorsFile: "src/server/demo/vendors.config.json",
};

/** Everything that the configuration is made from, as read from the disk. Paths are relative to the root. */
export interface Sources extends Program {
  root: string;
  clientsFile: string;
  vendorsFile: string;
  /** Path → text of the files of providers of other environments, which share the partners with this one. */
  otherVendors: ReadonlyMap<string, string>;
  /** Path → text of every JSON and SVG file; of one that is too large to be an image, none. */
  texts: ReadonlyMap<string, string>;
  /** Path → short digest of every file of the partners' folders. */
  partnerFiles: ReadonlyMap<string, string>;
  /** Path → what images are judged by, of each of these and of the drawings beside the vendors' file. */
  imageFiles: ReadonlyMap<string, ImageFile>;
}

export const screensFile = "screens.config.json";

/** Of what is meant as JSON: editors that hide a file's ending add one of their own, and some systems write it in capitals. */
export const jsonName = /\.json(\.txt)?$/i;

/** A file or folder of the configuration is there and cannot be read: nobody may take it for one that is missing. */
export class UnreadableSource extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} cannot be read (${Object(cause).code})`, { cause });
    this.name = "UnreadableSource";
  }
}

/**
 * Reads every file that the configuration is made from, and what `others` say of it; of the program too, where nobody knows it
 * yet, or only that of a build with other screens or schemas. What does not exist is left out; throws `UnreadableSource` where
 * something does and cannot be read.
 */
export async function readSources(
  root: string,
  files: ConfigFiles,
  {
    others = [ownFiles, demoFiles],
    program,
    buildHash,
  }: { others?: readonly ConfigFiles[]; program?: Program; buildHash?: string } = {},
): Promise<Sources> {
  const clientsFile = localPath(root, files.clientsFile);
  const vendorsFile = localPath(root, files.vendorsFile);
  const [schemas, partners, locales, states] = await Promise.all([
    list(root, "schemas"),
    list(root, "partners"),
    list(root, "locales"),
    list(root, "states"),
  ]);
  const read = [...schemas, ...partners, ...locales, ...states].filter((path) => jsonName.test(path));
  const ofPartners = await readBytes(root, partners);
  const icons = await readIcons(root, vendorsFile);
  const texts = new Map([
    ...(await readTexts(root, [screensFile, clientsFile, vendorsFile, ...read])),
    ...drawingsOf(ofPartners),
    ...drawingsOf(icons),
  ]);
  const isOfThese = buildHash === undefined || buildHash === buildHashOf(texts);
  const { panels, namedTexts, namedGroups } = (isOfThese && program) || (await programIn(root));
  const otherVendors = others.map((other) => localPath(root, other.vendorsFile));
  return {
    root,
    clientsFile,
    vendorsFile,
    otherVendors: await readTexts(
      root,
      otherVendors.filter((path) => path !== vendorsFile),
    ),
    texts,
    partnerFiles: mapMap(ofPartners, ({ digest }) => digest),
    imageFiles: mapMap(new Map([...ofPartners, ...icons]), ({ image }) => image),
    panels,
    namedTexts,
    namedGroups,
  };
}

/** Reads what the check has to know of the program from its sources. */
export async function programIn(root: string): Promise<Program> {
  const files = await list(root, "src");
  const sources = await readTexts(
    root,
    files.filter((path) => /(?<!\.test)\.tsx?$/.test(path)),
  );
  const panels = panelSources(sources);
  return { panels: panels.size === 0 ? undefined : panels, ...programTexts(sources) };
}

/** The same with another pair of files of applications and providers. */
export async function withApplications(sources: Sources, files: ConfigFiles): Promise<Sources> {
  const { root } = sources;
  const clientsFile = localPath(root, files.clientsFile);
  const vendorsFile = localPath(root, files.vendorsFile);
  const others = [...sources.texts].filter(
    ([path]) => path !== sources.clientsFile && path !== sources.vendorsFile,
  );
  const own = await readTexts(root, [clientsFile, vendorsFile]);
  const icons = await readIcons(root, vendorsFile);
  return {
    ...sources,
    clientsFile,
    vendorsFile,
    texts: new Map([...others, ...own, ...drawingsOf(icons)]),
    imageFiles: new Map([...sources.imageFiles, ...mapMap(icons, ({ image }) => image)]),
  };
}

/** Short digest of some of the texts, so that two states of the files can be compared. */
export function hashOf(texts: Iterable<readonly [string, string]>): string {
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return digest(JSON.stringify(sorted));
}

/**
 * Short digest of everything but the files of applications and providers, with the drawings beside these, which each
 * environment has its own of.
 */
export function ownHashOf({ texts, partnerFiles, clientsFile, vendorsFile }: Sources): string {
  const others = [clientsFile, vendorsFile, ...drawingsBeside([...texts.keys()], vendorsFile)];
  const own = [...texts].filter(([path]) => !others.includes(path));
  return hashOf([...own, ...partnerFiles]);
}

/** Short digest of what is compiled into the client: screens and schemas. */
export function buildHashOf(texts: ReadonlyMap<string, string>): string {
  return hashOf([...texts].filter(([path]) => isBuilt(path)));
}

/** Says whether a file is compiled into the client, so that a change of it needs a build. */
export function isBuilt(path: string): boolean {
  return path === screensFile || path.startsWith("schemas/");
}

/** Path of a provider's picture, from the name that the vendors' file gives it. */
export function vendorIcon({ vendorsFile }: Pick<Sources, "vendorsFile">, icon: string): string {
  return posix.join(posix.dirname(vendorsFile), icon);
}

/** Those of some paths that are drawings in the folder of the vendors' file, and none below it. */
export function drawingsBeside(paths: readonly string[], vendorsFile: string): string[] {
  const folder = posix.dirname(vendorsFile);
  return paths.filter((path) => path.endsWith(".svg") && posix.dirname(path) === folder);
}

/** The drawings beside the vendors' file. */
async function readIcons(root: string, vendorsFile: string): Promise<Map<string, ReadImage>> {
  const folder = posix.dirname(vendorsFile);
  const names = await readdir(join(root, folder)).catch(unlessMissing(folder, []));
  const paths = names.map((name) => vendorIcon({ vendorsFile }, name));
  return readBytes(root, drawingsBeside(paths, vendorsFile));
}

/** Those of some files that are drawings, as texts. */
function drawingsOf(files: ReadonlyMap<string, ReadImage>): [string, string][] {
  return [...files].flatMap(([path, { bytes }]): [string, string][] =>
    path.endsWith(".svg") && bytes !== undefined ? [[path, bytes.toString("utf8")]] : [],
  );
}

function localPath(root: string, path: string): string {
  return relative(root, resolve(root, path)).replaceAll(sep, "/");
}

async function list(root: string, folder: string): Promise<string[]> {
  const { files } = await walkFolder(join(root, folder)).catch(unlessMissing(folder, { files: [] }));
  return files.map((path) => relative(root, path).replaceAll(sep, "/")).sort();
}

async function readTexts(root: string, paths: string[]): Promise<Map<string, string>> {
  const read = async (path: string) =>
    [path, await readFile(join(root, path), "utf8").catch(unlessMissing(path, null))] as const;
  const texts = await Promise.all(paths.map(read));
  return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== null));
}

interface ReadImage {
  image: ImageFile;
  digest: string;
  /** Nothing of a file that is too large to be an image: whoever puts a film there does not wait for it to be read. */
  bytes: Buffer | undefined;
}

async function readBytes(root: string, paths: string[]): Promise<Map<string, ReadImage>> {
  const read = paths.map(async (path) => [path, await readImage(root, path)] as const);
  return new Map(await Promise.all(read));
}

async function readImage(root: string, path: string): Promise<ReadImage> {
  await using file = await open(join(root, path)).catch(unlessMissing(path, undefined));
  const { size, mtimeMs } = (await file?.stat()) ?? { size: 0, mtimeMs: 0 };
  const isWhole = size <= largestImage;
  const reading = isWhole
    ? file?.readFile()
    : file?.read(Buffer.alloc(judgedBytes.start)).then(({ buffer }) => buffer);
  // A folder holds nothing, and the rules tell that with its place.
  const bytes = (await reading?.catch(unlessMissing(path, undefined, "EISDIR"))) ?? Buffer.alloc(0);
  const text = (from: number, to: number) => bytes.toString("latin1", Math.max(from, 0), to);
  const end = text(bytes.length - judgedBytes.end, bytes.length);
  const image = { size, start: text(0, judgedBytes.start), end };
  return isWhole
    ? { image, digest: digest(bytes), bytes }
    : { image, digest: digest(`${size} ${mtimeMs}`), bytes: undefined };
}

/** Gives something else for what is not there. */
function unlessMissing<Instead>(path: string, instead: Instead, ...more: string[]) {
  return (error: unknown): Instead => {
    if (["ENOENT", "ENOTDIR", ...more].includes(Object(error).code)) return instead;
    throw new UnreadableSource(path, error);
  };
}

function digest(content: string | Buffer): string {
  return hash("sha256", content, "hex").slice(0, 12);
}
