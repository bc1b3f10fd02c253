import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger } from "fastify";

/** Figures that are told to somebody. */
export interface FiguresTold {
  /** Where whoever wants them finds them. */
  url?: string;
  close(): Promise<void>;
}

/** The variables that say where. */
export const metricsVariables = { host: "VESTIBULE_METRICS_HOST", port: "VESTIBULE_METRICS_PORT" };

/** Where the figures come from. */
export interface MetricsSource {
  contentType: string;
  /** All of them, as text. */
  metrics(): Promise<string>;
}

/**
 * Tells the figures on a port of their own, so that no rule of what stands before the public one has to keep them in. Rejects
 * as `server.listen` does.
 */
export async function listenForMetrics(
  { host, port }: { host: string; port: number },
  source: MetricsSource,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<FiguresTold & { url: string }> {
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const isAsked = /^(GET|HEAD)$/.test(method) && /^\/metrics(\?|$)/.test(url);
    if (!isAsked) return void response.writeHead(404).end();
    try {
      const text = await source.metrics();
      response.writeHead(200, { "content-type": source.contentType, "cache-control": "no-store" });
      response.end(method === "HEAD" ? undefined : text);
    } catch (error) {
      log.warn({ err: error }, "the figures could not be gathered");
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server)}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
