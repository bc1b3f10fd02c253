import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pauseFor } from "node:timers/promises";
import { second } from "../../shared/durations.ts";
import { limits } from "../plugins/limits.ts";

/** Node gives its clients a second more than it tells them. */
const longestIdle = limits.keepAliveTimeout + second;

/**
 * Ends each connection with its next answer, takes no further one after `notice` milliseconds, and resolves when none is left.
 * Nobody is cut off: an idle one ends by the time-out that its client was told, or that of a proxy, which has a longer one, when
 * everybody else's have ended.
 */
export async function leave(server: Server, notice = 0): Promise<void> {
  // Before whoever answers may write the head.
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  const hangingUp = setInterval(() => server.closeIdleConnections(), longestIdle);
  await pauseFor(notice);
  await new Promise<void>((resolve) => {
    // That of the HTTP server would hang up on idle connections, over which a request may be on its way.
    NetServer.prototype.close.call(server, () => resolve());
  });
  clearInterval(hangingUp);
}
