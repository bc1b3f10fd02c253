import { join } from "node:path";
import { createServer, isRunnableDevEnvironment } from "vite";
import type { ConfigSource } from "../src/config/watch-config.ts";
import type { ServerBundle } from "../src/server/pages/built-renderer.ts";
import type { Renderer } from "../src/server/pages/renderer.ts";

/** Where the browser finds the sources; a base of its own keeps `src/client/api` and the calls below /api apart. */
const base = "/@sources/";

/** The renderer of `npm run dev`: sources through Vite, so that a saved file shows at once. */
export async function viteRenderer(
  root: string,
  source: ConfigSource,
  socketPort: number,
): Promise<Renderer> {
  const vite = await createServer({
    configFile: join(root, "vite.config.ts"),
    // A bundled copy of the settings would look like a change of the server code.
    configLoader: "native",
    base,
    appType: "custom",
    server: { middlewareMode: true, ws: { port: socketPort }, hmr: { port: socketPort } },
  });
  // Texts, partners and screens reach the page by the server, so the page is asked for again.
  source.onChange(() => vite.ws.send({ type: "full-reload" }));
  const environment = vite.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error("Vite's server environment cannot run modules");
  const bundle = (): Promise<ServerBundle> => environment.runner.import("/entry-server.tsx");
  const head = await vite.transformIndexHtml("/", "<head></head>");
  return {
    render: async (state, nonce) => (await bundle()).render(state, nonce),
    scripts: () => ({ entry: `${base}entry-browser.ts`, preload: [] }),
    headScript: async () => (await bundle()).colourSchemeScript,
    preamble: head.replace(/<\/?head>/g, "").replaceAll("<script", '<script nonce="{nonce}"'),
    development: true,
    assets: [],
    mount: async (app) => {
      app.get(`${base}*`, (request, reply) => {
        reply.hijack();
        vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
      });
      app.addHook("onClose", () => vite.close());
    },
  };
}
