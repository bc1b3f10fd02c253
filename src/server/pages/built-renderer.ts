import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { PageState } from "../../shared/page-state.ts";
import type { PageScripts, RenderedScreen, Renderer } from "./renderer.ts";

/** What `build/server/entry-server.js` exports. */
export interface ServerBundle {
  render(state: PageState, nonce: string): Promise<RenderedScreen>;
  colourSchemeScript: string;
}

interface ManifestChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

type Manifest = Record<string, ManifestChunk>;

const entrySource = "entry-browser.ts";

/** The renderer of the production build below `root`. Throws with the command to run where there is none. */
export async function builtRenderer(root: string): Promise<Renderer> {
  const { bundle, manifest } = await readBuild(root);
  const scripts = new Map<string, PageScripts>();
  return {
    render: bundle.render,
    scripts: (modules) => {
      const key = modules.join();
      const known = scripts.get(key) ?? pageScripts(manifest, modules);
      scripts.set(key, known);
      return known;
    },
    headScript: async () => bundle.colourSchemeScript,
    preamble: "",
    development: false,
    mount: async (app) => {
      const immutable = { maxAge: "365d", immutable: true, decorateReply: false };
      await app.register(fastifyStatic, {
        root: join(root, "build/client/assets"),
        prefix: "/assets/",
        preCompressed: true,
        ...immutable,
      });
    },
  };
}

async function readBuild(root: string): Promise<{ bundle: ServerBundle; manifest: Manifest }> {
  try {
    const bundle: ServerBundle = await import(pathToFileURL(join(root, "build/server/entry-server.js")).href);
    const manifest: Manifest = JSON.parse(
      await readFile(join(root, "build/client/.vite/manifest.json"), "utf8"),
    );
    return { bundle, manifest };
  } catch (cause) {
    throw new Error("The pages are not built. Run: npm run build", { cause });
  }
}

/** The entry's address, and every chunk that the entry and these modules import. */
export function pageScripts(manifest: Manifest, modules: readonly string[]): PageScripts {
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
  modules.forEach(add);
  files.delete(entry.file);
  return { entry: `/${entry.file}`, preload: [...files].map((file) => `/${file}`) };
}
