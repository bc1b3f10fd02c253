import { join } from "node:path";
import { withDemoClock } from "../src/server/demo/clock.ts";
import { gallery } from "../src/server/gallery/gallery.ts";
import { run } from "../src/server/process/run.ts";
import { sourceBase, viteRenderer } from "./vite-renderer.ts";
import { waitForFiles } from "./wait-for-files.ts";

/** The server of `npm run dev`: the real one, with its pages from the sources, the gallery, and a clock that can be moved. `DEV_SOCKET_PORT` serves hot reload. */
const root = join(import.meta.dirname, "..");
await waitForFiles(root, process.env);
await run({
  renderer: (source) => viteRenderer(root, source, Number(process.env.DEV_SOCKET_PORT)),
  // The renderer serves every source.
  ...withDemoClock(gallery({ entry: `${sourceBase}entry-gallery.tsx`, mount: async () => undefined })),
});
