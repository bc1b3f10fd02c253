import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** How a request ended. What Fastify would make anew for each who asks is here once. */
export interface RequestEnd {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Its answer went out; else its caller did not wait for that. */
  whole: boolean;
  routeOptions: FastifyRequest["routeOptions"];
  milliseconds: number;
}

/** Is told that a request is over. */
export type AnswerEnd = (end: RequestEnd) => void;

/** Tells of the end of every request, once. Fastify's own hooks miss callers who leave after their body was read. */
export function answerEnds(app: FastifyInstance, told: readonly AnswerEnd[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = reply;
    raw.once("close", () => {
      const { routeOptions } = request;
      const end = {
        request,
        reply,
        whole: raw.writableFinished,
        routeOptions,
        milliseconds: reply.elapsedTime,
      };
      for (const tell of told) {
        try {
          tell(end);
        } catch (error) {
          request.log.error({ err: error }, "the end of a request could not be told");
        }
      }
    });
    done();
  });
}
