// `npm start`. Plain JavaScript beside the built server, because taking the types out of sources would cost a second.
import "./need-node-24.js";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const build = join(import.meta.dirname, "../build");
const server = join(build, "server/start.js");
if (!existsSync(server)) {
  console.error("The server is not built. Run: npm run build");
  process.exit(1);
}
await import(pathToFileURL(server).href);
