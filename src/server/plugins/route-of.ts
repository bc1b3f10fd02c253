import type { FastifyRequest } from "fastify";

/** The route that was asked, as it is registered, never the address as it was sent; null: there is none. */
export function routeOf({ routeOptions }: Pick<FastifyRequest, "routeOptions">): string | null {
  return routeOptions.url ?? null;
}
