import { join } from "node:path";
import { run } from "../src/server/main.ts";
import { viteRenderer } from "./vite-renderer.ts";
import { waitForFiles } from "./wait-for-files.ts";

/** The server of `npm run dev`: the real one, with its pages from the sources. `DEV_SOCKET_PORT` serves hot reload. */
const root = join(import.meta.dirname, "..");
await waitForFiles(root, process.env);
await run({ renderer: (source) => viteRenderer(root, source, Number(process.env.DEV_SOCKET_PORT)) });
