import { join } from "node:path";
import { demoClock } from "../src/server/demo/clock.ts";
import { gallery } from "../src/server/gallery/gallery.ts";
import { builtGalleryScripts } from "../src/server/gallery/gallery-scripts.ts";
import { run } from "../src/server/process/run.ts";

/** The server of `npm run demo`: the real one, with the gallery, and with a clock that can be moved. */
const clock = demoClock();
const cells = gallery(await builtGalleryScripts(join(import.meta.dirname, "..")));
await run({
  now: clock.now,
  tools: async (...given) => {
    await cells(...given);
    await clock.tools(...given);
  },
});
