// Runs what the build made of the server and of its commands. Plain JavaScript, because taking the types out of sources would
// cost a second, and so that an older Node can say what it lacks.
import "./need-node-24.js";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Runs a file of the folder `build`; without it says how to make it. */
export async function runBuilt(file) {
  const path = join(import.meta.dirname, "../build", file);
  if (!existsSync(path)) {
    console.error(`${file} is not built. Run: npm run build`);
    process.exit(1);
  }
  await import(pathToFileURL(path).href);
}
