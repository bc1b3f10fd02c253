import { isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Partner } from "../../config/resolve/partners.ts";
import { languageParameter } from "../../shared/constants.ts";
import type { CallContext, ReturnTarget, Speech } from "../call.ts";
import { type Cookies, cookieNames, requestCookies } from "../cookies.ts";
import { keptWith } from "../kept-with.ts";
import type { Services } from "../services.ts";
import type { User } from "../store/users.ts";
import { translatorOf } from "../translator-of.ts";
import { requestHints, words } from "./authorization-request.ts";
import { languageChoiceOf } from "./language-choice.ts";
import { languageOf } from "./language-of.ts";
import { partnerOf } from "./partner-of.ts";
import { signOutPartner } from "./sign-out-partner.ts";
import { targetOf } from "./target-of.ts";
import { nameBrowser, readVisitor } from "./visitor.ts";

declare module "fastify" {
  interface FastifyInstance {
    services: Services;
  }
}

const contexts = keptWith<FastifyRequest, CallContext>();
const nobody: Listener = {
  target: { returnUrl: "/", request: null, client: null },
  partnerId: undefined,
  user: null,
  linked: [],
};

/**
 * What a request is about, looked up once. Names the browser at first contact. `isUse` says whether the request counts
 * as use of the session; `query` stands for the address's own where another site made that one.
 */
export async function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { isUse = true, query = queryOf(request) }: { isUse?: boolean; query?: URLSearchParams } = {},
): Promise<CallContext> {
  const known = contexts.get(request);
  if (known !== undefined) return known;
  const { services } = request.server;
  const cookies = requestCookies(request, reply);
  nameBrowser(cookies);
  const [visitor, target] = await Promise.all([
    readVisitor(services, request, { cookies, isUse }),
    targetOf(services, query),
  ]);
  const partnerId = target.client?.partnerId ?? (await signOutPartner(services, query, visitor));
  const context: CallContext = {
    services,
    visitor,
    target,
    ...speechOf(request, cookies, {
      target,
      partnerId,
      user: visitor.user,
      linked: words(query.get(languageParameter)),
    }),
    address: callerAddress(request),
    userAgent: request.headers["user-agent"] ?? "",
    supportCode: request.id,
    isWaitedFor: () => !request.raw.socket.destroyed,
    cookies,
  };
  contexts.set(request, context);
  return context;
}

/** How to speak to a person about whom nothing was looked up, because that failed or was not worth it. */
export function speechWithoutLookup(request: FastifyRequest, reply: FastifyReply): Speech {
  return contexts.get(request) ?? speechOf(request, requestCookies(request, reply), nobody);
}

/** What is known of whom to speak to, and for whom. */
interface Listener {
  target: ReturnTarget;
  /** The partner of the application that waits, or that the person signs out of. */
  partnerId: string | undefined;
  user: User | null;
  /** The languages that the address asks for. */
  linked: readonly string[];
}

function speechOf(
  request: FastifyRequest,
  cookies: Cookies,
  { target, partnerId, user, linked }: Listener,
): Speech {
  const config = request.server.services.config();
  const partner: Partner = partnerOf(config, partnerId, request.host);
  const choice = languageChoiceOf(cookies.get(cookieNames.language), target);
  const language = languageOf({
    ...choice,
    requested: requestHints(target.request).languages,
    user: user?.language,
    linked,
    acceptLanguage: request.headers["accept-language"],
    partner,
  });
  return { partner, language, t: translatorOf(config, partner.partnerId, language) };
}

/** Address of the caller. A proxy may pass on anything; what is no address is not believed (security, TH-6). */
export function callerAddress(request: FastifyRequest): string {
  // Fastify reads the proxies' headers each time.
  const { ip } = request;
  return isIP(ip) > 0 ? ip : (request.socket.remoteAddress ?? "");
}

/** The query of a request's address. */
export function queryOf({ url }: Pick<FastifyRequest, "url">): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
}
