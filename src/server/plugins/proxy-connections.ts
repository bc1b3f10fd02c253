import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { second } from "../../shared/durations.ts";
import { addressList, isListed } from "../address-list.ts";

/** No balancer is known that keeps an idle connection for longer than ten minutes. */
const idle = 620 * second;

/**
 * Keeps connections of trusted proxies for longer than they do: where the server hangs up first, it may do so while a request is on
 * its way, which the proxy answers with 502. Answers name the shorter time, after which whoever heeds it hangs up by itself: another
 * one would have to be set on each of them.
 */
export function keepProxyConnections(
  { server }: Pick<FastifyInstance, "server">,
  trustedProxies: readonly string[],
): void {
  if (trustedProxies.length === 0) return;
  const proxies = addressList(trustedProxies);
  const kept = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    if (isListed(proxies, socket.remoteAddress ?? "")) kept.add(socket);
  });
  server.prependListener("request", ({ socket }, response) => {
    if (!kept.has(socket)) return;
    // By then Node has set the time-out of all others.
    response.once("finish", () => {
      if (response.shouldKeepAlive) socket.setTimeout(idle);
    });
  });
}
