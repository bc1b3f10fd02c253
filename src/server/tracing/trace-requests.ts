import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressList, isListed } from "../address-list.ts";
import { keptWith } from "../kept-with.ts";
import type { AnswerEnd } from "../plugins/answer-ends.ts";
import type { Settings } from "../settings/settings.ts";
import { tracer } from "./in-span.ts";

interface Traced {
  span: Span;
  context: Context;
}

/**
 * One span per answer: route, status and support code, never the address as it was sent. It goes on with a trace that a trusted
 * proxy began; of anybody else it would be told which requests are traced, and which are not. What is given back ends it.
 */
export function traceRequests(
  app: FastifyInstance,
  { trustedProxies }: Pick<Settings, "trustedProxies">,
): AnswerEnd {
  const proxies = addressList(trustedProxies);
  const traced = keptWith<FastifyRequest, Traced>();
  const isTrusted = ({ socket }: FastifyRequest) => isListed(proxies, socket.remoteAddress ?? "");

  app.addHook("onRequest", async (request) => {
    const { method, headers, id, routeOptions } = request;
    const route = routeOptions.url;
    const parent = isTrusted(request) ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT;
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "vestibule.support_code": id,
    };
    const name = route === undefined ? method : `${method} ${route}`;
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    traced.set(request, { span, context: trace.setSpan(parent, span) });
  });
  // After the body was read: its events come from the connection, and belong to no request.
  app.addHook("preValidation", (request, _reply, done) => {
    context.with(traced.get(request)?.context ?? ROOT_CONTEXT, done);
  });
  return ({ request, reply: { statusCode }, whole }) => {
    const span = traced.get(request)?.span;
    if (whole) span?.setAttribute("http.response.status_code", statusCode);
    else span?.setAttribute("error.type", "left");
    if (whole && statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
}
