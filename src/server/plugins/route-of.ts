import type { FastifyRequest } from "fastify";

/** The route that was asked, as it is registered, never the address as it was sent; null: there is none. */
export function routeOf({ is404, routeOptions }: FastifyRequest): string | null {
  return is404 ? null : (routeOptions.url ?? null);
}
