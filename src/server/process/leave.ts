import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pauseFor } from "node:timers/promises";

/**
 * Ends each connection with its next answer, takes no further one after `notice` milliseconds, and resolves when none is left.
 * Nobody is cut off: an idle one ends by the time-out that its client was told.
 */
export async function leave(server: Server, notice = 0): Promise<void> {
  // Before whoever answers may write the head.
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  await pauseFor(notice);
  return new Promise((resolve) => {
    // That of the HTTP server would hang up on idle connections, over which a request may be on its way.
    NetServer.prototype.close.call(server, () => resolve());
  });
}
