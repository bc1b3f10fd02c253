import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import {
  applicationPage,
  plainForm,
  profiles,
  type Served,
  serve,
  servePage,
  startVisitedDemo,
} from "./compared-pages.ts";
import { type Measure, measureLoad, medians } from "./page-load.ts";
import type { Figure, Part } from "./part.ts";
import { answers } from "./peers/answers.ts";
import { installPeers } from "./peers/install.ts";

const loads = 5;
const folder = join(import.meta.dirname, "peers");

/** Those whose pages come from npm: Keycloak, Logto and Ory's own server do not. Name → its page in `peers/`. */
const peers = {
  "better-auth, form by hand": "better-auth",
  SuperTokens: "supertokens",
  "Amplify Authenticator": "amplify",
  "Okta widget": "okta",
  "Ory Elements": "ory",
};

const ours = "Vestibule";

/** Sign-in pages of others beside ours. */
export const part: Part = {
  title: "Pages of others",
  how: `The sign-in page of the demo, which others have asked for before, in turns with those that are shipped for npm (\`peers/package.json\`), each as its documentation has it and built by Vite, compressed by brotli 11, on a server that answers what they ask at once; cold, each of ${loads} loads in a browser of its own that has come to rest on another site's page, medians, milliseconds from the start of the navigation. Usable: there is a field for the password and a button. Slow: 1.6 Mbit/s, 150 ms for a request, a processor that is four times slower, a phone's window; fast: nothing held back. Needs the network, to install them in \`peers/\`.`,
  measure,
};

async function measure(): Promise<Figure[]> {
  await installPeers();
  const output = await mkdtemp(join(tmpdir(), "vestibule-peers-"));
  const demo = await startVisitedDemo();
  const from = await servePage("127.0.0.1", applicationPage);
  const plain = await servePage("localhost", plainForm);
  const served: Served[] = [];
  try {
    const pages = { "hand-written form": plain.url, [ours]: demo.signInPage };
    const others: Record<string, string> = {};
    for (const [name, page] of Object.entries(peers)) {
      const site = await servePeer(page, join(output, page));
      served.push(site);
      others[name] = site.url;
    }
    const all = Object.entries({ ...pages, ...others });
    const figures: Figure[] = [];
    for (const [speed, profile] of Object.entries(profiles)) {
      const measured = new Map<string, Measure[]>(all.map(([name]) => [name, []]));
      for (let load = 0; load < loads; load += 1) {
        for (const [name, url] of all) {
          // Ours is looked at until all of it has come, though it was usable long before.
          const until = name === ours ? "ready" : "usable";
          measured.get(name)?.push(await measureLoad(url, profile, from.url, until));
        }
      }
      const shown = [...measured].map(([name, each]) => ({ name, ...medians(each) }));
      const ofOthers = shown.filter(({ name }) => Object.hasOwn(peers, name)).map(({ usable }) => usable);
      const first = { atMost: Math.min(...ofOthers) };
      for (const { name, usable, blocked, bytes, heap } of shown) {
        const what = (figure: string) => `${speed}, ${name}: ${figure}`;
        figures.push(
          { what: what("usable"), value: usable, unit: "ms", ...(name === ours ? { goal: first } : {}) },
          { what: what("time blocked"), value: blocked, unit: "ms" },
          { what: what("over the line"), value: bytes / 1000, unit: "kB" },
          { what: what("heap"), value: heap, unit: "MB" },
        );
      }
    }
    return figures;
  } finally {
    for (const { server } of [from, plain, ...served]) server.close();
    await demo.stop();
    await rm(output, { recursive: true });
  }
}

/** Builds one of the pages, and serves it as what distributes files would. */
async function servePeer(page: string, outDir: string): Promise<Served> {
  const withPage = (html: string) => html.replace("PEER", page);
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    plugins: [react(), { name: "peer", transformIndexHtml: { order: "pre", handler: withPage } }],
    build: { outDir, chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  });
  const files = new Map<string, { type: string; body: Buffer }>();
  for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(outDir, file)}`.replace(/^\/index\.html$/, "/");
    const type = types[extname(file)] ?? "application/octet-stream";
    files.set(path, { type, body: brotliCompressSync(await readFile(file)) });
  }
  return serve("localhost", ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = files.get(pathname);
    const answer = answers[pathname];
    if (file !== undefined)
      response.writeHead(200, { "content-type": file.type, "content-encoding": "br" }).end(file.body);
    else if (answer !== undefined)
      response.writeHead(200, { "content-type": answer.type }).end(JSON.stringify(answer.body));
    // Whoever asks whether somebody is signed in is told that nobody is.
    else response.writeHead(401, { "content-type": "application/json" }).end("{}");
  });
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
