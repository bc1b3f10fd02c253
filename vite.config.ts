import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { EnvironmentOptions, Plugin } from "vite";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import packageJson from "./package.json" with { type: "json" };
import { type DataFiles, filesBelow } from "./src/client/build/data-files.ts";
import { formPlugin } from "./src/client/build/form-plugin.ts";
import { screensPlugin } from "./src/client/build/screens-plugin.ts";
import { slimLibraries } from "./src/client/build/slim-libraries.ts";

/**
 * Files that are evaluated in a task of their own, by the modules that they are made for: each with what these need and no earlier
 * one brought. Left alone the bundler writes a file for each set of panels that share something, and a page asks for twice as many.
 */
const slices = [
  ["client/entry-browser.ts", "rolldown/runtime.js"],
  ["client/slices/styles.ts"],
  [
    "client/first-screen.tsx",
    "fields/caps-lock.ts",
    "fields/read-typed-values.ts",
    "parts/field-problems.tsx",
    "shared/problem-codes.ts",
  ],
  ["client/slices/react.ts"],
  ["client/slices/state.ts"],
  ["client/slices/router.ts"],
].map((modules, index, all) => ({
  name: modules[0]?.replace(/^.*\/|\.tsx?$/g, "") ?? "",
  test: (id: string) => modules.some((module) => id.endsWith(module)),
  priority: all.length - index,
}));

/** Tests of what runs in Node; `alone` are those among them that put a module into the place of another. */
const together = [
  "src/{config,server,shared}/**/*.test.ts",
  "tests/{api,docs,schema,security,specification}/**/*.test.ts",
];
const alone = [
  "src/config/watch/watch-config.test.ts",
  "tests/api/damaged-config.test.ts",
  "tests/api/native-screens.test.ts",
];

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * `node:http` as a server needs it. To import it as a module reads all that it exports, and with that loads Node's `fetch` before anybody
 * calls it: a twentieth of a start, and some MB of a process.
 */
const plainHttp: Plugin = {
  name: "vestibule:plain-http",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "server" || name === "commands",
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => "\0plain-http" },
  load: {
    filter: { id: /^\0plain-http$/ },
    handler: () => 'module.exports = process.getBuiltinModule("node:http");',
  },
};

/** The commands for operators, which package.json names. */
const commands = Object.values(packageJson.scripts).flatMap(
  (script) => /^node scripts\/command\.js (.+)$/.exec(script)?.[1] ?? [],
);

/**
 * The browser's scripts to build/client, what renders pages to build/renderer, the server itself to build/server and the
 * commands for its operators to build/commands.
 */
export default defineConfig(({ command }) => viteSettings(command, filesBelow(root)));

/** The settings of Vite, with modules made from some data files. */
export function viteSettings(command: "build" | "serve", files: DataFiles): ViteUserConfig {
  return {
    root: "src/client",
    publicDir: false,
    plugins: [react(), formPlugin(files), screensPlugin(files), slimLibraries(), plainHttp],
    environments: {
      client: {
        build: {
          outDir: "../../build/client",
          // Pages of the build before still ask for their scripts; scripts/build.ts removes them after a while.
          emptyOutDir: false,
          manifest: true,
          // Those that README.md promises: what Vite takes for old goes up with its versions.
          target: ["chrome111", "firefox114", "safari16.4"],
          // The page carries its own preloads, and every browser that the page serves knows module preload.
          modulePreload: { polyfill: false },
          rolldownOptions: { input: "entry-browser.ts", output: { codeSplitting: { groups: slices } } },
        },
      },
      ssr: {
        // One file that is React's production build whatever NODE_ENV says: rendering costs a tenth, starting less.
        ...(command === "build" && {
          define: { "process.env.NODE_ENV": JSON.stringify("production") },
          resolve: { noExternal: true },
        }),
        build: {
          outDir: "../../build/renderer",
          emptyOutDir: true,
          ssr: true,
          rolldownOptions: { input: "entry-server.tsx" },
        },
      },
      server: nodePrograms("server", ["src/server/process/start.ts"]),
      commands: nodePrograms(
        "commands",
        commands.map((name) => `scripts/${name}.ts`),
      ),
    },
    builder: {},
    test: {
      root,
      // Tests wait for disks and for processes that they start: with one for each processor, two fifths of the time went unused.
      maxWorkers: Math.ceil(1.5 * availableParallelism()),
      // Only what hangs is stopped: a busy machine is no reason to fail.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      projects: [
        // A server leaves nothing to the next one in its process, so their tests share one: loading it anew took two fifths of their time.
        {
          extends: true,
          test: {
            name: "together",
            isolate: false,
            include: together,
            exclude: alone,
            globalSetup: "tests/support/template-database.ts",
          },
        },
        { extends: true, test: { name: "alone", include: ["src/client/**/*.test.{ts,tsx}", ...alone] } },
      ],
    },
  };
}

/**
 * Programs of Node with everything that they need but the native hashes. Few files: finding and reading more than a thousand
 * modules is half of what a start takes.
 */
function nodePrograms(folder: string, input: string[]): EnvironmentOptions {
  return {
    resolve: { noExternal: true, external: ["@node-rs/argon2", "@node-rs/bcrypt"] },
    build: {
      outDir: `../../build/${folder}`,
      emptyOutDir: true,
      ssr: true,
      rolldownOptions: {
        input: input.map((file) => join(root, file)),
        output: { chunkFileNames: "[name].js" },
        // A library of ours evaluates the text of functions that it calls old, which never happens.
        checks: { eval: false },
      },
    },
  };
}
