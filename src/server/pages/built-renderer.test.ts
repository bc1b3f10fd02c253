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
