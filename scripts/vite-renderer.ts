import { basename, dirname, join } from "node:path";
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from "vite";
import type { DataFiles } from "../src/client/build/data-files.ts";
import type { ConfigSource } from "../src/config/watch/watch-config.ts";
import type { ServerBundle } from "../src/server/pages/built-renderer.ts";
import type { Renderer } from "../src/server/pages/renderer.ts";
import { viteSettings } from "../vite.config.ts";
import { findingError } from "./finding-error.ts";

/** Where the browser finds the sources; a base of its own keeps `src/client/api` and the calls below /api apart. */
export const sourceBase = "/@sources/";

/** The renderer of `npm run dev`: sources through Vite, so that a saved file shows at once. */
export async function viteRenderer(
  root: string,
  source: ConfigSource,
  socketPort: number,
): Promise<Renderer> {
  const vite = await createServer({
    ...viteSettings("serve", lastGood(source)),
    configFile: false,
    root: join(root, "src/client"),
    base: sourceBase,
    appType: "custom",
    server: { middlewareMode: true, ws: { port: socketPort }, hmr: { port: socketPort } },
  });
  source.onChange(() => reload(vite));
  showFindings(vite, root, source);
  const environment = vite.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error("Vite's server environment cannot run modules");
  const bundle = (): Promise<ServerBundle> => environment.runner.import("/entry-server.tsx");
  const head = await vite.transformIndexHtml("/", "<head></head>");
  return {
    render: async (state, nonce) => (await bundle()).render(state, nonce),
    scripts: () => ({ entry: `${sourceBase}entry-browser.ts`, preload: [] }),
    preamble: head.replace(/<\/?head>/g, "").replaceAll("<script", '<script nonce="{nonce}"'),
    development: true,
    assets: [],
    mount: async (app) => {
      app.get(`${sourceBase}*`, (request, reply) => {
        reply.hijack();
        vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
      });
      app.addHook("onClose", () => vite.close());
    },
  };
}

/** The data files of the configuration in force: what is wrong on the disk leaves the pages as they are. */
function lastGood(source: ConfigSource): DataFiles {
  const texts = () => source.current().workspace.sources.texts;
  return {
    read: (path) => texts().get(path),
    list: (folder) =>
      [...texts().keys()].filter((path) => dirname(path) === folder).map((path) => basename(path)),
  };
}

/** Makes the modules of the data files anew and asks for every page again: texts and partners reach it by the server. */
function reload(vite: ViteDevServer): void {
  for (const { moduleGraph, hot } of Object.values(vite.environments)) {
    for (const [id, module] of moduleGraph.idToModuleMap)
      if (id.includes("virtual:")) moduleGraph.invalidateModule(module);
    hot.send({ type: "full-reload" });
  }
}

/** Shows what is wrong with the data files over every open page, and over each that is opened until it is mended. */
function showFindings(vite: ViteDevServer, root: string, source: ConfigSource): void {
  const show = (client: Pick<ViteDevServer["ws"], "send">) => {
    const error = findingError(root, source.findings());
    if (error !== undefined) client.send(error);
  };
  source.onFindings(() => show(vite.ws));
  vite.ws.on("vite:client:connect", (_, client) => show(client));
}
