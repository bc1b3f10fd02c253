import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { type DataFiles, filesBelow } from "./src/client/build/data-files.ts";
import { formPlugin } from "./src/client/build/form-plugin.ts";
import { screensPlugin } from "./src/client/build/screens-plugin.ts";
import { slimLibraries } from "./src/client/build/slim-libraries.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Browser bundle to build/client, server bundle to build/server: `vite build --app` makes both. */
export default defineConfig(({ command }) => viteSettings(command, filesBelow(root)));

/** The settings of Vite, with modules made from some data files. */
export function viteSettings(command: "build" | "serve", files: DataFiles): ViteUserConfig {
  return {
    root: "src/client",
    publicDir: false,
    plugins: [react(), formPlugin(files), screensPlugin(files), slimLibraries()],
    environments: {
      client: {
        build: {
          outDir: "../../build/client",
          // Pages of the build before still ask for their scripts; scripts/build.ts removes them after a while.
          emptyOutDir: false,
          manifest: true,
          // The page carries its own preloads, and every browser that the page serves knows module preload.
          modulePreload: { polyfill: false },
          rolldownOptions: { input: "entry-browser.ts" },
        },
      },
      ssr: {
        // One file that is React's production build whatever NODE_ENV says: rendering costs a tenth, starting less.
        ...(command === "build" && {
          define: { "process.env.NODE_ENV": JSON.stringify("production") },
          resolve: { noExternal: true },
        }),
        build: {
          outDir: "../../build/server",
          emptyOutDir: true,
          ssr: true,
          rolldownOptions: { input: "entry-server.tsx" },
        },
      },
    },
    builder: {},
    test: {
      root,
      // Only what hangs is stopped: a busy machine is no reason to fail.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      include: ["src/**/*.test.{ts,tsx}", "tests/{api,docs,schema,specification}/**/*.test.ts"],
    },
  };
}
