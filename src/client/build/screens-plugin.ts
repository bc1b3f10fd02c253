import type { Plugin } from "vite";
import type { DataFiles } from "./data-files.ts";

const name = "virtual:screens";
const module = `\0${name}`;

/** Makes `virtual:screens`, the parsed `screens.config.json`. */
export function screensPlugin(files: DataFiles): Plugin {
  return {
    name: "vestibule:screens",
    resolveId: { filter: { id: /^virtual:screens$/ }, handler: () => module },
    load: {
      filter: { id: /^\0virtual:screens$/ },
      handler() {
        const { $schema: _, ...config } = JSON.parse(files.read("screens.config.json") ?? "");
        return `export const screensConfig = ${JSON.stringify(config)};`;
      },
    },
  };
}
