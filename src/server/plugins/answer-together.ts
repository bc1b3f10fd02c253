import type { FastifyInstance } from "fastify";

let end: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop: everything that the last look at the connections has brought was handled as
 * far as it goes without waiting.
 */
export function turnsEnd(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}

/**
 * Sends the answers of one turn one after the other at its end. To write to a connection whose reader sleeps wakes it, which
 * costs up to a third of an answer; who is awake already reads the next one for nothing.
 */
export function answerTogether(app: FastifyInstance): void {
  app.addHook("onSend", turnsEnd);
}
