import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { createBuilder } from "vite";
import { becomeEarlier, removeEarlier } from "../src/client/build/earlier-assets.ts";
import { writeProgram } from "../src/config/read/program.ts";
import { ownFiles, ownHashOf } from "../src/config/read/sources.ts";
import { readConfig } from "../src/config/read-config.ts";
import { readOptions } from "./read-options.ts";
import { sbomOf } from "./sbom.ts";

const usage = `npm run build
  The browser's scripts, the renderer, the server and its operators' commands, what they were built from, and the inventory
  of it, all in build/.`;

readOptions(usage, {});
const root = join(import.meta.dirname, "..");
const output = join(root, "build");
const assets = join(output, "client/assets");

const { config, findings } = await readConfig(root, ownFiles);
if (config === undefined) {
  console.error("The configuration has errors. Run: npm run check");
  process.exit(1);
}
if (existsSync(assets)) await becomeEarlier(assets, await currentAssets().catch(() => undefined), Date.now());
const builder = await createBuilder({ configFile: join(root, "vite.config.ts"), logLevel: "warn" });
await builder.buildApp();
const current = await currentAssets();
await removeEarlier(assets, current, Date.now());
const bytes = await compressAssets(current);
const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
await writeFile(join(output, "sbom.json"), `${JSON.stringify(sbomOf(lock), null, 2)}\n`);
const proven = findings.length === 0 ? ownHashOf(config.workspace.sources) : undefined;
await writeFile(join(output, "program.json"), writeProgram(config.workspace.sources));
await writeFile(join(output, "build.json"), `${JSON.stringify({ buildHash: config.buildHash, proven })}\n`);
console.log(`Built. All scripts together: ${(bytes / 1000).toFixed(0)} kB compressed`);

/** Files of this build; those of earlier ones lie beside them. */
async function currentAssets(): Promise<Set<string>> {
  const manifest = await readFile(join(output, "client/.vite/manifest.json"), "utf8");
  const chunks: { file: string }[] = Object.values(JSON.parse(manifest));
  return new Set(chunks.map(({ file }) => basename(file)));
}

/** Writes a brotli copy beside every script, so that nothing is compressed while somebody waits. */
async function compressAssets(current: ReadonlySet<string>): Promise<number> {
  const compress = promisify(brotliCompress);
  const sizes = [...current].map(async (file) => {
    const text = await readFile(join(assets, file));
    const packed = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    await writeFile(join(assets, `${file}.br`), packed);
    return packed.length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
