import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type {
  FastifyBaseLogger,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { minute, second } from "../../shared/durations.ts";
import { keptWith } from "../kept-with.ts";
import { nowAndThen } from "../now-and-then.ts";
import { badRequest } from "../problem.ts";

/**
 * What one connection may cost (security, IV-2, F20, F21): a sender must have sent its head within 8 s and all of
 * it within 12 s, whoever is idle is gone after 15 s. A kept connection is told 8 s and ends a second later, by itself within the
 * time that an end may take; that of a trusted proxy is kept for longer (`proxy-connections.ts`).
 */
export const limits = {
  bodyLimit: 64 * 1024,
  connectionTimeout: 15 * second,
  requestTimeout: 12 * second,
  keepAliveTimeout: 8 * second,
  routerOptions: { maxParamLength: 200 },
  http: {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 8 * second,
    connectionsCheckingInterval: 2 * second,
  },
  clientErrorHandler: answerBrokenRequest,
} satisfies FastifyHttpOptions<Server>;

/**
 * Takes connections for three quarters of the files that the process may have open, and hangs up on further ones: the database, mails and
 * answers want some too. One of several processes that has none left would lose the connection that it is handed, and be handed no other.
 */
export function limitConnections(server: Server, log: Pick<FastifyBaseLogger, "warn">): void {
  // Who is connected is none of what is asked here, and would be looked up by name.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport();
  const { userLimits } = report as { userLimits?: { open_files: { soft: unknown } } };
  const files = userLimits?.open_files.soft;
  if (typeof files !== "number") return;
  const most = Math.floor((files * 3) / 4);
  Object.assign(server, { maxConnections: most, dropMaxConnection: true });
  const isToBeTold = nowAndThen(minute);
  server.on("drop", () => {
    if (isToBeTold()) log.warn({ most, files }, "connections are hung up on: too many are open");
  });
}

const statusOfError: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is no HTTP request at all, and hangs up. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOfError[error.code ?? ""] ?? 400;
  const body = JSON.stringify({ title: STATUS_CODES[status], status });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/problem+json",
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      "connection: close",
      `content-length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
}

/** Requests of one connection that may wait for their answers. Browsers and proxies send one at a time, who measures a server perhaps ten. */
const mostWaiting = 64;
const lines = keptWith<Socket, { waiting: number; last: ServerResponse | undefined }>();
const manyAreToBeTold = nowAndThen(minute);

/**
 * Hangs up on whoever sends ever more requests without an answer to those before; false: a few may wait. Node begins with everything
 * that one read has brought, thousands of requests in 64 KB, and keeps in memory what nobody reads.
 */
export function hangUpOnMany({ raw: { socket }, log }: FastifyRequest, { raw }: FastifyReply): boolean {
  const line = lines.get(socket) ?? { waiting: 0, last: undefined };
  if (line.waiting >= mostWaiting) {
    socket.destroy();
    if (manyAreToBeTold())
      log.warn(
        { most: mostWaiting },
        "connections are hung up on: they bring requests before answers are read",
      );
    return true;
  }
  line.waiting += 1;
  line.last = raw;
  lines.set(socket, line);
  raw.once("close", () => {
    line.waiting -= 1;
    if (line.last === raw) line.last = undefined;
  });
  return false;
}

/**
 * Begins with a request when the answer to the one before it is sent, so that a connection whose answers nobody reads costs one of them.
 * Comes before every other hook: there is no time for what they do for each of so many.
 */
export function limitWaiting(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    const before = lines.get(socket)?.last;
    if (hangUpOnMany(request, reply)) reply.hijack();
    else if (before === undefined) done();
    else
      before.once("close", () => {
        // Nothing more can be answered where that one ended the connection (RFC 9112, section 9.6).
        if (socket.writable) done();
      });
  });
}

/** Refuses a request with two Host headers: what stands before us may have believed the other one. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    // Names and values in turns.
    for (let index = 0; index < rawHeaders.length; index += 2)
      if (/^host$/i.test(rawHeaders[index] ?? "")) hosts += 1;
    done(hosts > 1 ? badRequest("two Host headers") : undefined);
  });
}
