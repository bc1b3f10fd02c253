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
        rolldownOptions: { input: "entry-gallery.tsx" },
      },
    },
  },
});
const { client } = builder.environments;
if (client === undefined) throw new Error("vite.config.ts has no client");
await builder.build(client);
