import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { scriptFiles } from "./script-files.ts";

/** A build's folder inside one with a file of nobody's business. */
async function served(files: Record<string, string>) {
  const outside = await mkdtemp(join(tmpdir(), "vestibule-scripts-"));
  await writeFile(join(outside, "outside.js"), "secret");
  const folder = await mkdtemp(join(outside, "assets-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const app = fastify();
  scriptFiles(app, { folder, address: "/assets" });
  onTestFinished(async () => {
    await app.close();
    await rm(outside, { recursive: true, force: true });
  });
  const ask = async (name: string, headers: Record<string, string> = {}) => {
    const { statusCode, body, headers: answered } = await app.inject({ url: `/assets/${name}`, headers });
    return { status: statusCode, body, encoding: answered["content-encoding"], headers: answered };
  };
  return { folder, ask };
}

const brotli = { "accept-encoding": "gzip, br" };

test("a script is compressed for whoever takes that, and to be kept for good", async () => {
  const { ask } = await served({ "app-1.js": "plain", "app-1.js.br": "packed" });
  expect(await ask("app-1.js", brotli)).toMatchObject({ status: 200, body: "packed", encoding: "br" });
  const plain = await ask("app-1.js", { "accept-encoding": "gzip, br;q=0" });
  expect(plain).toMatchObject({ status: 200, body: "plain", encoding: undefined });
  expect(plain.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
});

test("a script that the build has not compressed is served as it is", async () => {
  const { ask } = await served({ "app-1.js": "plain" });
  expect(await ask("app-1.js", brotli)).toMatchObject({ status: 200, body: "plain", encoding: undefined });
});

test("what was asked for once needs no disk any more, and what comes later is found", async () => {
  const { ask, folder } = await served({ "app-1.js": "one" });
  expect((await ask("app-2.js")).status).toBe(404);
  await ask("app-1.js");
  await rm(join(folder, "app-1.js"));
  await writeFile(join(folder, "app-2.js"), "two");
  expect((await ask("app-1.js")).body).toBe("one");
  expect((await ask("app-2.js")).body).toBe("two");
});

test("a script that is there and cannot be read is a fault of the server, and read again when it is asked for next", async () => {
  const { ask, folder } = await served({});
  await mkdir(join(folder, "app-1.js"));
  expect((await ask("app-1.js")).status).toBe(500);
  await rm(join(folder, "app-1.js"), { recursive: true });
  await writeFile(join(folder, "app-1.js"), "one");
  expect((await ask("app-1.js")).body).toBe("one");
});

test.each([
  "../outside.js",
  "..%2Foutside.js",
  "%2e%2e%2foutside.js",
  ".hidden.js",
  "app-1.js.br",
  "app-1.js%00",
])("nothing else is served: %s", async (name) => {
  const { ask } = await served({ "app-1.js": "plain", "app-1.js.br": "packed", ".hidden.js": "hidden" });
  const { status, body } = await ask(name, brotli);
  expect(status).toBe(404);
  expect(body).not.toMatch(/secret|hidden"?$|packed/);
});
