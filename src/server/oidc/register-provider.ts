import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limits } from "../plugins/limits.ts";
import { refuseOtherMethods } from "../plugins/other-methods.ts";
import {
  authorizePath,
  clientOfUid,
  remainingParams,
  requestUid,
  resumeAddress,
  wantsProofAnew,
} from "../request/authorization-request.ts";
import { callerAddress, queryOf, speechWithoutLookup } from "../request/context.ts";
import { startUrlOf } from "../request/start-address.ts";
import { readVisitor } from "../request/visitor.ts";
import { screenPath } from "../screen-path.ts";
import type { Services } from "../services.ts";
import { findAuthorizationRequest } from "../store/authorization-requests.ts";
import { currentProvider } from "./current-provider.ts";
import { libraryCookies } from "./finish-answer.ts";
import { formPostScript } from "./form-post.ts";
import { keepPostedRequest, postedRequest } from "./posted-request.ts";
import { type ProviderRequest, rememberRequest } from "./provider-request.ts";

const openidMetadata = "/.well-known/openid-configuration";

/** Where libraries of OAuth alone look for the same (RFC 8414, section 3). */
const oauthMetadata = "/.well-known/oauth-authorization-server";

/** Addresses that applications call, by method; browsers of other origins ask by OPTIONS first. */
const machineRoutes = {
  "/connect/token": ["POST", "OPTIONS"],
  "/connect/userinfo": ["GET", "HEAD", "POST", "OPTIONS"],
  "/connect/revocation": ["POST", "OPTIONS"],
  "/connect/introspection": ["POST", "OPTIONS"],
  "/connect/jwks": ["GET", "HEAD", "OPTIONS"],
  [openidMetadata]: ["GET", "HEAD", "OPTIONS"],
  [oauthMetadata]: ["GET", "HEAD", "OPTIONS"],
};

/** Addresses that applications send people to. */
const personRoutes = [authorizePath, "/connect/endsession"];

/**
 * The OpenID Connect provider for applications (calls.md, "OpenID Connect behind returnUrl"). The library reads the
 * raw requests itself, so this part of the site parses no bodies.
 */
export async function registerProvider(app: FastifyInstance, services: Services): Promise<void> {
  await currentProvider(services);
  await app.register(async (scope) => {
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    for (const [url, method] of Object.entries(machineRoutes)) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        // Some HTTP libraries say that they want HTML, and would be led to the error page (RFC 6749, section 5.2).
        request.raw.headers.accept = "application/json";
        if (url === oauthMetadata) request.raw.url = openidMetadata;
        await pass(request, reply);
      };
      scope.route({ url, method, exposeHeadRoute: false, handler });
      refuseOtherMethods(scope, url, method);
    }
    for (const url of personRoutes) {
      scope.get(url, { exposeHeadRoute: false }, (request, reply) => pass(request, reply));
      scope.get<{ Params: { id: string } }>(
        `${url}/posted/:id`,
        { exposeHeadRoute: false },
        async (request, reply) => {
          const query = await postedRequest(services, request.params.id);
          if (query === undefined)
            return reply.header("cache-control", "no-store").redirect(beyondRequest(services), 303);
          request.raw.url = `${url}?${query}`;
          return pass(request, reply);
        },
      );
    }
    scope.get<{ Params: { uid: string } }>(
      `${authorizePath}/:uid`,
      { exposeHeadRoute: false },
      (request, reply) => resume(services, request, reply),
    );
    scope.get(formPostScript.path, async (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "max-age=86400")
        .send(formPostScript.text),
    );
  });
  await app.register(async (scope) => postedRequests(scope, services));

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const visitor = await readVisitor(services, request);
    await serve(services, request, reply, { visitor });
  }
}

/**
 * OpenID Connect Core, section 3.1.2.1 lets applications post these requests. Posted from another site they come
 * without our session's cookie, so they are asked for again by GET, at an address that says nothing of what they hold.
 */
function postedRequests(scope: FastifyInstance, services: Services): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
  const options = { bodyLimit: limits.http.maxHeaderSize };
  for (const url of personRoutes) {
    scope.post<{ Body: string | undefined }>(url, options, async (request, reply) =>
      reply.redirect(`${url}/posted/${await keepPostedRequest(services, request.body ?? "")}`, 303),
    );
  }
}

/**
 * Goes on with a stored request: it is run again from its parameters, without what the person has proven since. So
 * a reload, another tab, the back button and an expired page all find their own request.
 */
async function resume(
  services: Services,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<void> {
  // Anything else would be no text to PostgreSQL, which holds no U+0000.
  const uid = requestUid(resumeAddress(request.params.uid));
  const { store, settings } = services;
  const now = services.now();
  const stored = uid && (await findAuthorizationRequest(store.db, settings.secretKeys, uid, now));
  if (!stored) return reply.header("cache-control", "no-store").redirect(beyondRequest(services, uid), 303);
  const visitor = await readVisitor(services, request);
  const { session } = visitor;
  const proven =
    session !== null && session.createdAt >= stored.firstSeenAt && !wantsProofAnew(stored, session, now);
  const cancelled = queryOf(request).has("cancel");
  request.raw.url = `${authorizePath}?${remainingParams(stored, session, now)}`;
  await serve(services, request, reply, {
    visitor,
    resumed: { request: stored, proven, cancelled },
  });
}

/** Where somebody is led whose request is not kept any more: where its application starts, which asks anew. */
function beyondRequest(services: Services, uid = ""): string {
  return startUrlOf(services, clientOfUid(uid) ?? "") ?? screenPath(services, "errorExpired");
}

async function serve(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  found: Pick<ProviderRequest, "visitor" | "resumed">,
): Promise<void> {
  const speech = speechWithoutLookup(request, reply);
  const known: ProviderRequest = {
    ...found,
    speech,
    address: callerAddress(request),
    supportCode: request.id,
  };
  const { answer } = await currentProvider(services);
  pinAddress(request, new URL(services.settings.publicUrl));
  const { session } = known.visitor;
  // The library's session is a view of ours (session-record.ts), so its cookie is made here, not by the browser.
  if (session === null) delete request.raw.headers.cookie;
  else request.raw.headers.cookie = `${libraryCookies.session}=${session.idHash}`;
  rememberRequest(request.raw, known);
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await answer(request.raw, reply.raw);
  if (known.unavailable === undefined) return void reply.hijack();
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
  throw known.unavailable;
}

/** The library makes addresses from what the request says, so the request says the public one (security, RR-1). */
function pinAddress(request: FastifyRequest, publicUrl: URL): void {
  const { headers } = request.raw;
  for (const name of Object.keys(headers)) {
    if (name.startsWith("x-forwarded-") || name === "forwarded") delete headers[name];
  }
  headers.host = publicUrl.host;
  headers["x-forwarded-proto"] = publicUrl.protocol.replace(":", "");
  const { pathname, search } = new URL(request.raw.url ?? "/", publicUrl);
  request.raw.url = pathname + search;
}
