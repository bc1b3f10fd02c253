import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageState, RenderedScreen } from "../../shared/page-state.ts";
import type { PageScripts, Renderer } from "./renderer.ts";
import { scriptFiles } from "./script-files.ts";

/** What `build/renderer/entry-server.js` exports. */
export interface ServerBundle {
  render(state: PageState, nonce: string): Promise<RenderedScreen>;
}

interface ManifestChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

type Manifest = Record<string, ManifestChunk>;

const entrySource = "entry-browser.ts";

/**
 * The renderer of the production build below `root`. Throws with the command to run where there is none, or where
 * screens and schemas (`buildHash`) are no longer those that it was made from.
 */
export async function builtRenderer(root: string, buildHash: string): Promise<Renderer> {
  const { bundle, manifest, builtFrom } = await readBuild(root);
  if (builtFrom !== buildHash)
    throw new Error("screens.config.json or schemas/ changed since the pages were built. Run: npm run build");
  const scripts = new Map<string, PageScripts>();
  return {
    render: bundle.render,
    scripts: (modules) => {
      const key = modules.join();
      const known = scripts.get(key) ?? pageScripts(manifest, modules);
      scripts.set(key, known);
      return known;
    },
    preamble: "",
    development: false,
    assets: Object.values(manifest).map(({ file }) => `/${file}`),
    mount: async (app) => scriptFiles(app, { folder: join(root, "build/client/assets"), address: "/assets" }),
  };
}

interface Build {
  bundle: ServerBundle;
  manifest: Manifest;
  builtFrom: string;
}

async function readBuild(root: string): Promise<Build> {
  const readJson = async (file: string) => JSON.parse(await readFile(join(root, "build", file), "utf8"));
  try {
    const bundle: ServerBundle = await load(join(root, "build/renderer/entry-server.js"));
    // Now, not with the first page that needs them: the next build may have taken their place by then.
    const chunks = join(root, "build/renderer/assets");
    await Promise.all((await readdir(chunks)).filter(isScript).map((file) => load(join(chunks, file))));
    const manifest: Manifest = await readJson("client/.vite/manifest.json");
    const { buildHash } = await readJson("build.json");
    return { bundle, manifest, builtFrom: buildHash };
  } catch (cause) {
    throw new Error("The pages are not built. Run: npm run build", { cause });
  }
}

function load<Module>(file: string): Promise<Module> {
  return import(pathToFileURL(file).href);
}

function isScript(file: string): boolean {
  return file.endsWith(".js");
}

// What vite.config.ts makes of several modules has no source of its own.
const isSlice = (source: string) => source.startsWith("_");

/** The entry's address, and every chunk of its slices and of these modules, in the order in which they are evaluated. */
function pageScripts(manifest: Manifest, modules: readonly string[]): PageScripts {
  const entry = manifest[entrySource];
  if (entry === undefined) throw new Error(`The build has no ${entrySource}. Run: npm run build`);
  const files = new Set<string>();
  const add = (source: string): void => {
    const chunk = manifest[source];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  entry.imports?.forEach(add);
  entry.dynamicImports?.filter(isSlice).forEach(add);
  modules.forEach(add);
  files.delete(entry.file);
  return { entry: `/${entry.file}`, preload: [...files].map((file) => `/${file}`) };
}
