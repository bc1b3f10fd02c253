import { join } from "node:path";
import { createBuilder } from "vite";

/** Builds the script of the gallery's cells for the demo, apart from the product's scripts, which know nothing of it. */
const root = join(import.meta.dirname, "..");
const builder = await createBuilder({
  configFile: join(root, "vite.config.ts"),
  logLevel: "warn",
  base: "/gallery/",
  environments: {
    client: {
      build: {
        outDir: "../../build/gallery",
        emptyOutDir: true,
        // One file: cells are opened by the hundred, and asking for many files is what takes the time.
        rolldownOptions: { input: "entry-gallery.tsx", output: { codeSplitting: false } },
        chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      },
    },
  },
});
const { client } = builder.environments;
if (client === undefined) throw new Error("vite.config.ts has no client");
await builder.build(client);
