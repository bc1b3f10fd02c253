import type { Renderer } from "../../src/server/pages/renderer.ts";

/** Pages that need no build: an element that names the screen, and the token of the page. */
export const stubRenderer: Renderer = {
  render: async ({ screen, token }) => ({
    head: "",
    body: `<main data-screen="${screen}" data-token="${token}"></main>`,
    heading: "",
    modules: [],
  }),
  scripts: () => ({ entry: "/assets/entry.js", preload: [] }),
  preamble: "",
  development: false,
  assets: ["/assets/entry.js"],
  mount: async () => {},
};
