import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Tells of each request whose caller did not wait for the answer. Fastify's own hook misses those whose body was read. */
export function onCallerLeft(
  app: FastifyInstance,
  tell: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) tell(request, reply);
    });
    done();
  });
}
