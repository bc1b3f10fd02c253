import { join } from "node:path";
import { createServer, isRunnableDevEnvironment } from "vite";
import type { ServerBundle } from "../src/server/pages/built-renderer.ts";
import type { Renderer } from "../src/server/pages/renderer.ts";

/** The renderer of `npm run dev`: sources through Vite, so that a saved file shows at once. */
export async function viteRenderer(root: string, socketPort: number): Promise<Renderer> {
  const vite = await createServer({
    configFile: join(root, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, ws: { port: socketPort }, hmr: { port: socketPort } },
  });
  const environment = vite.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error("Vite's server environment cannot run modules");
  const bundle = (): Promise<ServerBundle> => environment.runner.import("/entry-server.tsx");
  const head = await vite.transformIndexHtml("/", "<head></head>");
  return {
    render: async (state, nonce) => (await bundle()).render(state, nonce),
    scripts: () => ({ entry: "/entry-browser.ts", preload: [] }),
    headScript: async () => (await bundle()).colourSchemeScript,
    preamble: head.replace(/<\/?head>/g, "").replaceAll("<script", '<script nonce="{nonce}"'),
    development: true,
    mount: async (app) => {
      app.addHook("onRequest", (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, done);
      });
      app.addHook("onClose", () => vite.close());
    },
  };
}
