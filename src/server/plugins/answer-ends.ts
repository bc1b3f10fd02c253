import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Is told that a request is over: its answer went out `whole`, or its caller did not wait for that. */
export type AnswerEnd = (request: FastifyRequest, reply: FastifyReply, whole: boolean) => void;

/** Tells of the end of every request, once. Fastify's own hooks miss callers who leave after their body was read. */
export function answerEnds(app: FastifyInstance, told: readonly AnswerEnd[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = reply;
    raw.once("close", () => {
      for (const tell of told) {
        try {
          tell(request, reply, raw.writableFinished);
        } catch (error) {
          request.log.error({ err: error }, "the end of a request could not be told");
        }
      }
    });
    done();
  });
}
