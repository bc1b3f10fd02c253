import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openApi } from "../../config/generate/open-api.ts";
import { type CallContract, type CallName, callPath } from "../../shared/contract.ts";
import { ImageAnswer, Leave } from "../call.ts";
import { requestCookies } from "../cookies.ts";
import { sha256 } from "../crypto.ts";
import { perConfig } from "../per-config.ts";
import { Problem } from "../problem.ts";
import { assertNotForged } from "../request/anti-forgery.ts";
import { contextOf } from "../request/context.ts";
import { assertSamePerson } from "../request/same-person.ts";
import { runCall } from "../run-call.ts";
import type { Services } from "../services.ts";
import { refuseOtherMethods } from "./other-methods.ts";

/** Registers every call of `schemas/calls/` at its address, and the description of them all. */
export async function contracts(app: FastifyInstance, services: Services): Promise<void> {
  takeJsonOnly(app);
  const table = Object.entries(services.config().contracts) as [CallName, CallContract][];
  for (const [name, contract] of table) {
    for (const url of [callPath(name), ...(contract.aliases ?? [])]) route(app, url, name, contract);
  }
  app.all("/api/*", () => {
    throw new Problem(404, "no such call");
  });
  // Made when it is first asked for: at every start it took a fortieth of it.
  const descriptionOf = perConfig((config) =>
    Buffer.from(JSON.stringify(openApi(config, services.settings.publicUrl))),
  );
  app.get("/openapi.json", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/json; charset=utf-8")
      .send(descriptionOf(services.config())),
  );
}

function route(app: FastifyInstance, url: string, name: CallName, contract: CallContract): void {
  const method = contract.method ?? "POST";
  const proof = contract.antiForgery === false ? "other" : "token";
  app.route({
    method,
    url,
    config: { awaited: contract.extendsSession ?? true },
    handler: async (request, reply) => {
      if (method !== "GET") assertNotForged(request, requestCookies(request, reply), proof);
      const context = await contextOf(request, reply, { isUse: contract.extendsSession ?? true });
      if (contract.access !== "anonymous") assertSamePerson(request, context.visitor);
      const query = (request.query ?? {}) as Record<string, unknown>;
      const answer = await runCall(context, name, { query, body: request.body });
      return answered(request, reply, contract, answer);
    },
  });
  refuseOtherMethods(app, url, method === "GET" ? ["GET", "HEAD"] : [method]);
}

/** What Fastify is to send: of a reply that a handler sends by itself and gives back, it would watch the end at each call. */
function answered(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer: schema }: CallContract,
  answer: unknown,
): unknown {
  if (answer instanceof ImageAnswer) return sendImage(request, reply, answer);
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  if (!(answer instanceof Leave)) {
    // What writes an answer is made at the first one: for all calls at once it took a fifteenth of a start.
    return schema ? reply.serializeInput(answer as Record<string, unknown>, schema) : answer;
  }
  const { redirect, state } = answer;
  reply.code(209).header("redirect", redirect);
  if (state !== undefined) reply.header("state", state);
  return { redirect, state };
}

/** An image is asked for each time and mostly not sent again; as a document of its own it may do nothing. */
function sendImage(request: FastifyRequest, reply: FastifyReply, image: ImageAnswer): FastifyReply {
  const etag = `"${sha256(image.bytes)}"`;
  reply.headers({
    etag,
    "cache-control": "no-cache",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  });
  // Also as the weak tag that a proxy makes of it.
  if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  return reply.type(image.mediaType).send(image.bytes);
}

/** Other media types are not read: a form of another site can send them without asking (security, CS-6). */
function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
