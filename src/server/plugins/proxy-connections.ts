import type { FastifyInstance } from "fastify";
import { second } from "../../shared/durations.ts";
import { addressList, isListed } from "../address-list.ts";

/** No balancer is known that keeps an idle connection for longer than ten minutes. */
const idle = 620 * second;

/**
 * Keeps connections of trusted proxies for longer than they do, and tells them so: where the server hangs up first, it may do so
 * while a request is on its way, which the proxy answers with 502.
 */
export function keepProxyConnections(
  { server }: Pick<FastifyInstance, "server">,
  trustedProxies: readonly string[],
): void {
  if (trustedProxies.length === 0) return;
  const proxies = addressList(trustedProxies);
  server.prependListener("request", ({ socket }, response) => {
    const isKept = response.shouldKeepAlive && !response.hasHeader("connection");
    if (!isKept || !isListed(proxies, socket.remoteAddress ?? "")) return;
    response.setHeader("keep-alive", `timeout=${idle / second}`);
    // By then Node has set the time-out of all others.
    response.once("finish", () => socket.setTimeout(idle));
  });
}
