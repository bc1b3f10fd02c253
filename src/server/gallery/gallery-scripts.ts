import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { scriptFiles } from "../pages/script-files.ts";

/** The script that cells start, and what serves it. */
export interface GalleryScripts {
  entry: string;
  mount(app: FastifyInstance): Promise<void>;
}

/** The scripts of `scripts/build-gallery.ts`: a build of their own, so that none of them is in the product's. */
export async function builtGalleryScripts(root: string): Promise<GalleryScripts> {
  const folder = join(root, "build/gallery");
  const manifest = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
  return {
    entry: `/gallery/${manifest["entry-gallery.tsx"].file}`,
    mount: async (app) => scriptFiles(app, { folder: join(folder, "assets"), address: "/gallery/assets" }),
  };
}
