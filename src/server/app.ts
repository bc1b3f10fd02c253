import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { vendorRoutes } from "./account/vendor/vendor-routes.ts";
import { countAnswers } from "./metrics/count-answers.ts";
import { applicationStart } from "./oidc/application-start.ts";
import { registerProvider } from "./oidc/register-provider.ts";
import { pages } from "./pages/pages.ts";
import type { Renderer } from "./pages/renderer.ts";
import { answerEnds } from "./plugins/answer-ends.ts";
import { answerErrors, sendProblem, toProblem } from "./plugins/answer-errors.ts";
import { answerTogether } from "./plugins/answer-together.ts";
import { contracts } from "./plugins/contracts.ts";
import { countLatency } from "./plugins/count-latency.ts";
import { dropForwardedPorts } from "./plugins/forwarded-ports.ts";
import { commonHeaders, headers } from "./plugins/headers.ts";
import { health } from "./plugins/health.ts";
import { hangUpOnMany, limitConnections, limits, limitWaiting, refuseTwoHosts } from "./plugins/limits.ts";
import { logAnswer } from "./plugins/log-answer.ts";
import { plainCookies } from "./plugins/plain-cookies.ts";
import { policyReports } from "./plugins/policy-reports.ts";
import { keepProxyConnections } from "./plugins/proxy-connections.ts";
import { tellUnnamedAddress } from "./plugins/unnamed-address.ts";
import { tellUnnamedProxy } from "./plugins/unnamed-proxy.ts";
import type { Services } from "./services.ts";
import { supportCode } from "./support-code.ts";
import { traceRequests } from "./tracing/trace-requests.ts";

export interface AppOptions {
  /** How screens become HTML; none: the calls and the provider alone, for tests that need no pages. */
  renderer?: Renderer;
  /** Pages beside the product, of the demo and of development alone. */
  tools?: Tools;
  /** Whether a balancer is to send nobody here any more. */
  isEnding?: () => boolean;
}

/** Registers pages that are no part of the product. */
export type Tools = (app: FastifyInstance, services: Services, renderer: Renderer) => Promise<void>;

/** The HTTP server of the product, not yet listening. Throws `StoreUnavailable` where the database is away. */
export async function buildApp(
  services: Services,
  { renderer, tools, isEnding }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = await bareApp(services);
  health(app, () => services.store.ping(), isEnding);
  applicationStart(app, services);
  await app.register(async (scope) => policyReports(scope, services));
  await app.register(async (scope) => contracts(scope, services));
  await app.register(async (scope) => registerProvider(scope, services));
  await app.register(async (scope) => vendorRoutes(scope, services));
  if (renderer !== undefined) await app.register(async (scope) => pages(scope, services, renderer));
  if (renderer !== undefined && tools !== undefined && services.settings.environment !== "production")
    await app.register(async (scope) => tools(scope, services, renderer));
  return app;
}

/** A server with everything that no answer goes without: limits, headers, log and errors. */
export async function bareApp(services: Services): Promise<FastifyInstance> {
  const { settings } = services;
  // With more than it asks for, everything that Fastify gives would be typed by it.
  const log: FastifyBaseLogger = services.log;
  const common = commonHeaders(settings);
  const app: FastifyInstance = Fastify({
    ...limits,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "supportCode" }),
    genReqId: supportCode,
    requestIdHeader: false,
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    forceCloseConnections: "idle",
    frameworkErrors: (error, request, reply) => {
      // Comes before all hooks, for an address that cannot even be read.
      if (hangUpOnMany(request, reply)) return;
      const problem = toProblem(error);
      request.log.info({ status: problem.status, reason: problem.message }, "refused");
      sendProblem(request, reply.headers(common), problem);
    },
  });
  limitConnections(app.server, log);
  // Whose a connection was is known after a reset only if it was asked before.
  app.server.on("connection", (socket) => socket.remoteAddress);
  keepProxyConnections(app, settings.trustedProxies);
  app.decorate("services", services);
  // Each part of the site names the bodies that it reads.
  app.removeAllContentTypeParsers();
  limitWaiting(app);
  headers(app, common);
  answerTogether(app);
  const ends = [logAnswer, countAnswers(services.metrics), countLatency];
  if (settings.traces !== undefined) ends.push(traceRequests(app, settings));
  answerEnds(app, ends);
  refuseTwoHosts(app);
  dropForwardedPorts(app);
  tellUnnamedAddress(app);
  tellUnnamedProxy(app);
  if (settings.publicUrl.startsWith("http:")) plainCookies(app);
  answerErrors(app);
  return app;
}
