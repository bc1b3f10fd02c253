import type { FastifyInstance } from "fastify";

const forwardedFor = "x-forwarded-for";
// Bounded, because strangers send this header too.
const withPort = /(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?/gi;

/** Takes the ports out of what proxies say of who is before them: with its port, as Azure's gateways write it, an address would be none. */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { headers } }, _reply, done) => {
    const { [forwardedFor]: addresses } = headers;
    if (typeof addresses === "string") headers[forwardedFor] = addresses.replace(withPort, "$1$2");
    done();
  });
}
