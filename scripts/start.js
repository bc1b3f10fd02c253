// `npm start`. Plain JavaScript beside the built server, because taking the types out of sources would cost a second.
import "./need-node-24.js";
import { existsSync } from "node:fs";
// As a whole: an older Node lacks what is used of it, and would not come to say that it is too old.
import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const build = join(import.meta.dirname, "../build");
const server = join(build, "server/start.js");
if (!existsSync(server)) {
  console.error("The server is not built. Run: npm run build");
  process.exit(1);
}
module.enableCompileCache(join(build, "cache"));
await import(pathToFileURL(server).href);
