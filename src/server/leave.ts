import type { Server } from "node:http";
import { Server as NetServer } from "node:net";

/**
 * Takes no further connection and ends each with its next answer; resolves when none is left. Nobody is cut off: an idle one
 * ends by the time-out that its client was told.
 */
export function leave(server: Server): Promise<void> {
  // Before whoever answers may write the head.
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  return new Promise((resolve) => {
    // That of the HTTP server would hang up on idle connections, over which a request may be on its way.
    NetServer.prototype.close.call(server, () => resolve());
  });
}
