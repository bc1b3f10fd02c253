import type { FastifyInstance } from "fastify";
import { innerNetworks, isListed } from "../address-list.ts";

/**
 * Says once that a proxy stands before the server which `VESTIBULE_TRUSTED_PROXIES` does not name, so that everybody seems to come
 * from there. One with an inner address only: anybody can send the header from outside.
 */
export function tellUnnamedProxy(app: FastifyInstance): void {
  let isTold = false;
  app.addHook("onRequest", (request, _reply, done) => {
    // Fastify reads the header each time, and believes those whom the setting names.
    if (!isTold && request.headers["x-forwarded-for"] && (request.ips ?? []).length < 2) {
      const { log, socket } = request;
      const { remoteAddress = "" } = socket;
      isTold = isListed(innerNetworks, remoteAddress);
      if (isTold)
        log.warn(
          { proxy: remoteAddress },
          "a proxy passes requests on that VESTIBULE_TRUSTED_PROXIES does not name: limits per address count all people as one",
        );
    }
    done();
  });
}
