import type { FastifyInstance } from "fastify";
import { isKnownOrigin } from "../request/anti-forgery.ts";

/**
 * Says once that people reach the pages at an address that no setting names, so that whatever they send is refused as another
 * site's. Browsers say that it came from a page at the same address; not which, because anybody may write down another.
 */
export function tellUnnamedAddress(app: FastifyInstance): void {
  let isTold = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const { origin, "sec-fetch-site": site } = request.headers;
    if (!isTold && site === "same-origin" && origin?.startsWith("http")) {
      const { services } = request.server;
      isTold = !isKnownOrigin(services, origin);
      if (isTold)
        services.log.warn(
          { supportCode: request.id },
          "people reach the pages at an address that is neither VESTIBULE_PUBLIC_URL nor among the origins of a partner: what they send is refused",
        );
    }
    done();
  });
}
