import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { FastifyInstance } from "fastify";
import { partnerNamed } from "../plugins/partner-of.ts";
import { Problem } from "../problem.ts";
import type { Services } from "../services.ts";

const mediaTypes: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
};

/** Serves the background image of a partner; its name does not change with its content, so it is always asked for. */
export function partnerImages(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { partnerId: string } }>("/partners/:partnerId/background", async (request, reply) => {
    const file = partnerNamed(services.config(), request.params.partnerId)?.background;
    if (!file) throw new Problem(404, "no background image");
    reply.header("cache-control", "public, max-age=300");
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    return reply.type(mediaTypes[extname(file)] ?? "application/octet-stream").send(await readFile(file));
  });
}
