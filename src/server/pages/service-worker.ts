import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { serviceWorkerPath } from "../../shared/constants.ts";
import { projectRoot } from "../project-root.ts";
import type { Services } from "../services.ts";
import type { Renderer } from "./renderer.ts";

/** Of its own, because what a worker fetches falls under the worker's policy, not the page's. */
const policy = "default-src 'none'; connect-src 'self'";

/**
 * Serves the service worker from the site's root (specification, section 4, "New version"). Its text differs from build
 * to build, by which browsers know a new one. Where it is switched off, and in development, it is one that leaves
 * (security, F17).
 */
export async function serviceWorker(
  app: FastifyInstance,
  { settings }: Pick<Services, "settings">,
  { assets, development }: Pick<Renderer, "assets" | "development">,
): Promise<void> {
  const isOn = settings.serviceWorker && !development;
  const text = isOn ? buildLine(assets) + (await read("keep-scripts.js")) : await read("leave.js");
  app.get(serviceWorkerPath, (_request, reply) =>
    reply
      .header("content-security-policy", policy)
      .header("cache-control", "no-cache")
      .type("text/javascript; charset=utf-8")
      .send(text),
  );
}

function read(file: string): Promise<string> {
  return readFile(join(projectRoot, "src/server/pages/service-worker", file), "utf8");
}

function buildLine(files: readonly string[]): string {
  const assets = files.toSorted();
  const version = hash("sha256", assets.join(), "hex").slice(0, 16);
  return `const build = ${JSON.stringify({ cache: `vestibule-${version}`, assets })};\n`;
}
