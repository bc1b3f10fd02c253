import { join } from "node:path";
import { withDemoClock } from "../src/server/demo/clock.ts";
import { gallery } from "../src/server/gallery/gallery.ts";
import { builtGalleryScripts } from "../src/server/gallery/gallery-scripts.ts";
import { run } from "../src/server/process/run.ts";

/** The server of `npm run demo`: the real one, with the gallery, and with a clock that can be moved. */
await run(withDemoClock(gallery(await builtGalleryScripts(join(import.meta.dirname, "..")))));
