import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { vendorIcon } from "../../config/read/sources.ts";
import type { Partner } from "../../config/resolve/partners.ts";
import { mediaTypeOf } from "../media-type.ts";
import { vendorOf } from "../oidc/vendors.ts";
import { partnerNamed } from "../partner-named.ts";
import { Problem } from "../problem.ts";
import type { Services } from "../services.ts";

/**
 * Serves the background image and the icon of a partner and the picture of a provider. Their names do not change with their content,
 * so they are asked for anew after five minutes; opened by itself, none of them can do anything.
 */
export function images(app: FastifyInstance, services: Services): void {
  for (const use of ["background", "icon"] as const)
    app.get<{ Params: { partnerId: string } }>(`/partners/:partnerId/${use}`, async (request, reply) => {
      const file = partnerNamed(services.config(), request.params.partnerId)?.[use];
      if (!file) throw new Problem(404, "no such image");
      return sendImage(reply, file, await readFile(file));
    });
  app.get<{ Params: { vendorId: string } }>("/vendors/:vendorId/icon", async (request, reply) => {
    const icon = vendorOf(services, request.params.vendorId)?.icon;
    if (icon === undefined) throw new Problem(404, "no such picture");
    const { sources } = services.config().workspace;
    // As it was checked, not as it may be on the disk by now.
    return sendImage(reply, icon, sources.texts.get(vendorIcon(sources, icon)));
  });
}

/** Where the icon of a partner is; null: it has none. */
export function iconPath({ partnerId, icon }: Pick<Partner, "partnerId" | "icon">): string | null {
  return icon && `/partners/${partnerId}/icon`;
}

function sendImage(reply: FastifyReply, file: string, content: unknown): FastifyReply {
  reply.header("cache-control", "public, max-age=300");
  reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  return reply.type(mediaTypeOf(file)).send(content);
}
