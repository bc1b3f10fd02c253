import { join } from "node:path";
import { gallery } from "../src/server/gallery/gallery.ts";
import { builtGalleryScripts } from "../src/server/gallery/gallery-scripts.ts";
import { run } from "../src/server/process/run.ts";

/** The server of `npm run demo`: the real one, with the gallery. */
await run({ tools: gallery(await builtGalleryScripts(join(import.meta.dirname, ".."))) });
