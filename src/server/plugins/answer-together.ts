import type { FastifyInstance } from "fastify";

/**
 * Sends the answers of one turn of the event loop one after the other at its end, once everything that the last look at the
 * connections has brought was handled as far as it goes without waiting. To write to a connection whose reader sleeps wakes it,
 * which costs up to a sixth of an answer; who is awake already reads the next one for nothing.
 */
export function answerTogether(app: FastifyInstance): void {
  let end: Promise<void> | undefined;
  app.addHook("onSend", () => {
    end ??= new Promise((resolve) => {
      setImmediate(() => {
        end = undefined;
        resolve();
      });
    });
    return end;
  });
}
