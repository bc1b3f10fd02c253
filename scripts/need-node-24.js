// Loaded before every script (package.json), and by what starts the server. Plain JavaScript, so that an older Node can say what it lacks.
import { statSync } from "node:fs";
// As a whole: an older Node lacks what is used of it, and would not come to say that it is too old.
import module from "node:module";
import { join } from "node:path";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Vestibule needs Node 24.7; this is ${process.version}. "npm ci" brings it on Linux and Windows (x64, Linux also arm64); elsewhere install it from https://nodejs.org`,
  );
  process.exit(1);
}

// What was compiled is kept for the next time, types taken out: it halves what a command takes. It runs in the place of the
// sources, so that of somebody else is left alone, such as that of the server's user where root gives a command.
const cache = join(import.meta.dirname, "../build/cache");
const owner = statSync(cache, { throwIfNoEntry: false })?.uid;
if (owner === undefined || owner === (process.getuid?.() ?? owner)) module.enableCompileCache(cache);
