import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** What makes axe known to a page. */
export const axeScript = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
