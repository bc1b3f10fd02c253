import { join } from "node:path";
import { demoClock } from "../src/server/demo/clock.ts";
import { gallery } from "../src/server/gallery/gallery.ts";
import { run } from "../src/server/process/run.ts";
import { sourceBase, viteRenderer } from "./vite-renderer.ts";
import { waitForFiles } from "./wait-for-files.ts";

/** The server of `npm run dev`: the real one, with its pages from the sources, the gallery, and a clock that can be moved. `DEV_SOCKET_PORT` serves hot reload. */
const root = join(import.meta.dirname, "..");
const clock = demoClock();
// The renderer serves every source.
const cells = gallery({ entry: `${sourceBase}entry-gallery.tsx`, mount: async () => undefined });
await waitForFiles(root, process.env);
await run({
  renderer: (source) => viteRenderer(root, source, Number(process.env.DEV_SOCKET_PORT)),
  now: clock.now,
  tools: async (...given) => {
    await cells(...given);
    await clock.tools(...given);
  },
});
