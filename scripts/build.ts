import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build } from "vite";
import { readConfig } from "../src/config/read-config.ts";

/** `npm run build`: the browser's scripts, the server's renderer, and what they were built from. */
const root = join(import.meta.dirname, "..");
const output = join(root, "build");

await Promise.all(
  ["client", "server"].map((part) => rm(join(output, part), { recursive: true, force: true })),
);
const configFile = join(root, "vite.config.ts");
await build({ configFile, logLevel: "warn" });
await build({ configFile, logLevel: "warn", build: { ssr: "entry-server.tsx" } });
const bytes = await compressAssets(join(output, "client/assets"));

const { config } = await readConfig(root);
if (config === undefined) throw new Error("The configuration has errors. Run: npm run check");
await writeFile(join(output, "build.json"), JSON.stringify({ buildHash: config.buildHash }));
console.log(`Built: ${(bytes / 1000).toFixed(0)} kB of scripts, compressed`);

/** Writes a brotli copy beside every asset, so that nothing is compressed while somebody waits. */
async function compressAssets(folder: string): Promise<number> {
  const compress = promisify(brotliCompress);
  let total = 0;
  for (const file of await readdir(folder)) {
    if (extname(file) !== ".js") continue;
    const text = await readFile(join(folder, file));
    const packed = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    await writeFile(join(folder, `${file}.br`), packed);
    total += packed.length;
  }
  return total;
}
