import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const name = "virtual:screens";
const module = `\0${name}`;

/** Makes `virtual:screens`, the parsed `screens.config.json`. A change of the file updates the running page. */
export function screensPlugin(root: string): Plugin {
  const path = join(root, "screens.config.json");
  // While a developer types, the file is no JSON for a moment; the page keeps what stood before, as the server does.
  let lastGood: string | undefined;
  return {
    name: "vestibule:screens",
    resolveId: { filter: { id: /^virtual:screens$/ }, handler: () => module },
    load: {
      filter: { id: /^\0virtual:screens$/ },
      handler() {
        this.addWatchFile(path);
        try {
          const { $schema: _, ...config } = JSON.parse(readFileSync(path, "utf8"));
          lastGood = `export const screensConfig = ${JSON.stringify(config)};`;
        } catch (error) {
          if (lastGood === undefined) throw error;
        }
        return lastGood;
      },
    },
    configureServer(server) {
      server.watcher.add(path);
    },
    hotUpdate({ file, modules }) {
      if (join(file) !== path) return undefined;
      const made = this.environment.moduleGraph.getModuleById(module);
      return made === undefined ? undefined : [...modules, made];
    },
  };
}
