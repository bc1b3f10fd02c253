import { basename, dirname, join, resolve } from "node:path";
import { type Finding, formatFinding } from "../finding.ts";
import { type Built, writeProgram } from "../read/program.ts";
import {
  type ConfigFiles,
  hashOf,
  isBuilt,
  readSources,
  type Sources,
  screensFile,
} from "../read/sources.ts";
import { walkFolder } from "../read/walk-folder.ts";
import { type Config, configOf } from "../read-config.ts";
import { type Folder, watchFolders } from "./watch-folders.ts";

/** The configuration of a running process: always the last good one. */
export interface ConfigSource {
  current(): Config;
  /** Told after every change that is good. */
  onChange(listener: (config: Config) => void): void;
  /** What is wrong with the files as they are now. */
  findings(): readonly Finding[];
  /** Told after every change, good or bad, what is wrong then; before the listeners of a good one. */
  onFindings(listener: (findings: readonly Finding[]) => void): void;
  close(): void;
}

export interface WatchOptions {
  /** Screens, schemas and the program too, as in development; else they stay as they were at the start, like the build. */
  all?: boolean;
  /** What the build has proven already (`checkAll`), and its program. */
  built?: Built;
  /**
   * What is wrong after a change, nothing when all is well again. `taken`: the change is in force, only texts of it
   * fall back to another language.
   */
  onFindings(findings: Finding[], taken: boolean): void;
  /** A look at a change has failed, or changes cannot be watched: the last good configuration stays, and it is looked again. */
  onError(error: unknown): void;
  /**
   * Says of a changed configuration that is well in itself whether it may be taken, and tells why not. It is asked again every ten
   * seconds, `isNew` false: what it lacks may come without a change of the files.
   */
  accepts?(next: Config, isNew: boolean): boolean;
}

/** The first configuration cannot be used. Its message lists every finding. */
export class ConfigError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(formatFinding).join("\n"));
    this.name = "ConfigError";
    this.findings = findings;
  }
}

/**
 * Reads the configuration and reads it again after every change of partners, texts, clients and vendors, within a
 * second; a bad one changes nothing (security CF-3). Throws `ConfigError` where the first one is bad.
 */
export async function watchConfig(
  root: string,
  files: ConfigFiles,
  { all = false, built = {}, onFindings, onError, accepts = () => true }: WatchOptions,
): Promise<ConfigSource> {
  // Watched before it is read, so that nothing that changes meanwhile is missed.
  const opened = Promise.withResolvers<void>();
  const stop = await watchFolders(
    () => watchedFolders(root, files, all),
    () => opened.promise.then(reread),
    onError,
  );
  const { first, config, findings } = await firstConfig(root, files, built).catch((error: unknown) => {
    stop();
    throw error;
  });
  if (findings.length > 0) onFindings(findings, true);
  let current = config;
  let seen = first;
  let found: readonly Finding[] = findings;
  let next: ReturnType<typeof configOf> = { config, findings };
  const listeners = new Set<(config: Config) => void>();
  const watchers = new Set<(findings: readonly Finding[]) => void>();

  const reread = async (): Promise<boolean> => {
    const read = await readSources(root, files, all ? {} : { program: first });
    const sources = all ? read : withBuiltOf(first, read);
    const isNew = hashOf(filesOf(sources)) !== hashOf(filesOf(seen));
    if (isNew) next = configOf(sources, built.proven);
    // Neither changed nor refused before.
    else if (next.config === undefined || next.config === current) return false;
    seen = sources;
    const taken = next.config !== undefined && accepts(next.config, isNew) ? next.config : undefined;
    const waits = next.config !== undefined && taken === undefined;
    if (!isNew && waits) return true;
    found = next.findings;
    onFindings(next.findings, taken !== undefined);
    for (const watcher of watchers) watcher(found);
    if (taken === undefined) return waits;
    current = taken;
    for (const listener of listeners) listener(current);
    return false;
  };
  opened.resolve();
  return {
    current: () => current,
    onChange(listener) {
      listeners.add(listener);
    },
    findings: () => found,
    onFindings(listener) {
      watchers.add(listener);
    },
    close: stop,
  };
}

async function firstConfig(root: string, files: ConfigFiles, built: Built) {
  const first = await readSources(root, files, built);
  const { config, findings } = configOf(first, built.proven);
  if (config === undefined) throw new ConfigError(findings);
  return { first, config, findings };
}

/**
 * Resolves as soon as the configuration can be used; until then tells at once and after every change what is wrong, or
 * why the look at a change failed.
 */
export async function waitForConfig(
  root: string,
  files: ConfigFiles,
  onFindings: (findings: readonly Finding[]) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  const usable = Promise.withResolvers<void>();
  const look = async (): Promise<boolean> => {
    const { config, findings } = configOf(await readSources(root, files));
    if (config === undefined) onFindings(findings);
    else usable.resolve();
    return false;
  };
  const stop = await watchFolders(() => watchedFolders(root, files, true), look, onError);
  await look();
  await usable.promise;
  stop();
}

/** Texts, images and what the check knows of the program; pages lack an image that is taken away as they lack a text. */
function filesOf({ texts, partnerFiles, ...program }: Sources): [string, string][] {
  return [...texts, ...partnerFiles, ["program", writeProgram(program)]];
}

/** What is read with the screens and schemas that the client was built from. */
function withBuiltOf(first: Sources, read: Sources): Sources {
  const ofBuild = [...first.texts].filter(([path]) => isBuilt(path));
  const others = [...read.texts].filter(([path]) => !isBuilt(path));
  return { ...read, texts: new Map([...ofBuild, ...others]) };
}

async function watchedFolders(
  root: string,
  { clientsFile, vendorsFile }: ConfigFiles,
  all: boolean,
): Promise<Folder[]> {
  const trees = ["partners", "locales", ...(all ? ["schemas", "states", "src"] : [])];
  const folders = await Promise.all(trees.map((tree) => foldersOf(join(root, tree))));
  const single = [clientsFile, vendorsFile, ...(all ? [screensFile] : [])].map((file) => resolve(root, file));
  return [
    // The folder above is watched for the day that the folder itself is replaced.
    ...trees.map((tree) => ({ path: join(root, tree, ".."), names: [basename(tree)] })),
    ...folders.flat().map((path) => ({ path })),
    ...single.map((file) => ({ path: dirname(file), names: [basename(file)] })),
    // By their ending: a picture may come only after the vendors' file has named it.
    { path: dirname(resolve(root, vendorsFile)), endings: [".svg"] },
  ];
}

/** None where it cannot be walked: reading tells why. */
async function foldersOf(tree: string): Promise<string[]> {
  return walkFolder(tree).then(
    ({ folders }) => folders,
    () => [],
  );
}
