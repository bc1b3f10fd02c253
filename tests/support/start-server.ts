import { run } from "../../src/server/main.ts";
import type { Renderer } from "../../src/server/pages/renderer.ts";

// Started as a process of its own by tests: the real server over the data files of a folder, with pages that need no build.
const renderer: Renderer = {
  render: async ({ screen }) => ({ head: "", body: `<main data-screen="${screen}"></main>`, modules: [] }),
  scripts: () => ({ entry: "/assets/entry.js", preload: [] }),
  headScript: async () => "",
  preamble: "",
  development: false,
  mount: async () => {},
};

await run({ root: process.argv[2], renderer: async () => renderer });
