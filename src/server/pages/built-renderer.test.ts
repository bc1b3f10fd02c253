import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, it } from "vitest";
import type { PageState } from "../../shared/page-state.ts";
import { builtRenderer } from "./built-renderer.ts";

async function build(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), "vestibule-build-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, "build", path, ".."), { recursive: true });
    await writeFile(join(root, "build", path), text);
  }
  return root;
}

const files = {
  "package.json": '{ "type": "module" }',
  "build.json": '{ "buildHash": "one" }',
  "client/.vite/manifest.json": '{ "entry-browser.ts": { "file": "assets/entry.js" } }',
  "renderer/entry-server.js": `export const render = async () => ({ head: "", body: (await import("./assets/form.js")).text, modules: [] });`,
  "renderer/assets/form.js": 'export const text = "a form";',
};

it("goes on from the build that it was started with while another one takes its place", async () => {
  const root = await build(files);
  const renderer = await builtRenderer(root, "one");
  await rm(root, { recursive: true });
  expect((await renderer.render({} as PageState, "nonce")).body).toBe("a form");
});

it("names the scripts of a screen in the order in which they are evaluated, and none that may never be", async () => {
  const manifest = {
    "entry-browser.ts": {
      file: "assets/entry.js",
      imports: ["_runtime.js"],
      dynamicImports: ["shell/report.ts", "_react.js", "_first.js"],
    },
    "_runtime.js": { file: "assets/runtime.js" },
    "_react.js": { file: "assets/react.js", imports: ["_runtime.js"] },
    "_first.js": { file: "assets/first.js", imports: ["_react.js", "entry-browser.ts"] },
    "shell/report.ts": { file: "assets/report.js" },
    "screens/form.tsx": { file: "assets/form.js", imports: ["_react.js", "_input.js"] },
    "_input.js": { file: "assets/input.js" },
  };
  const root = await build({ ...files, "client/.vite/manifest.json": JSON.stringify(manifest) });
  const { entry, preload } = (await builtRenderer(root, "one")).scripts(["screens/form.tsx"]);
  expect(entry).toBe("/assets/entry.js");
  expect(preload).toEqual(["runtime", "react", "first", "form", "input"].map((name) => `/assets/${name}.js`));
  await rm(root, { recursive: true });
});

it("goes on serving the scripts of the build before, with those of the new one", async () => {
  const root = await build({ ...files, "client/assets/entry.js": "one", "client/assets/earlier.js": "zero" });
  const app = fastify();
  await (await builtRenderer(root, "one")).mount(app);
  for (const [file, text] of [
    ["entry.js", "one"],
    ["earlier.js", "zero"],
  ]) {
    const answer = await app.inject(`/assets/${file}`);
    expect([answer.statusCode, answer.body]).toEqual([200, text]);
    expect(answer.headers["cache-control"]).toContain("immutable");
  }
  await app.close();
  await rm(root, { recursive: true });
});

it("says what to do where there is no build, or an outdated one", async () => {
  const root = await build(files);
  await expect(builtRenderer(root, "two")).rejects.toThrow("Run: npm run build");
  await rm(join(root, "build"), { recursive: true });
  await expect(builtRenderer(root, "one")).rejects.toThrow("Run: npm run build");
  await rm(root, { recursive: true });
});
