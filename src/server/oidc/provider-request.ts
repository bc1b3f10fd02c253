import type { IncomingMessage } from "node:http";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { ReturnTarget, Speech } from "../call.ts";
import { keptWith } from "../kept-with.ts";
import { resumeAddress } from "../request/authorization-request.ts";
import { clientOf } from "../request/client-of.ts";
import { type Standing, standingOf } from "../request/standing.ts";
import type { Visitor } from "../request/visitor.ts";
import type { Services } from "../services.ts";
import type { AuthorizationRequest } from "../store/authorization-requests.ts";
import type { SessionApplication } from "../store/session-applications.ts";
import type { SignedIn } from "../store/sessions.ts";
import type { StoreUnavailable } from "../store/store-unavailable.ts";

/** What we know of an HTTP request that the library answers. */
export interface ProviderRequest {
  visitor: Visitor;
  /** Of the caller. */
  address: string;
  /** Finds the request in the log. */
  supportCode: string;
  /** The stored authorization request that is run again, because the person came back to it. */
  resumed?: ResumedRequest;
  /** How to speak to the person, should a page of ours be the answer. */
  speech: Speech;
  /** What the application is answered. */
  answer?: Record<string, unknown>;
  /** The database was away: the rest of the site says so, not the library. */
  unavailable?: StoreUnavailable;
  standing?: Promise<Standing | null>;
  /** The session that the library works with. */
  signedIn?: SignedIn;
  /** What was entered in it when the library read it. */
  entered?: SessionApplication[];
  /** The grant of the code or token that the library has just read. */
  tokenGrantId?: string;
}

export interface ResumedRequest {
  request: AuthorizationRequest;
  /** The person signed in since the request began, as it wants it. */
  proven: boolean;
  cancelled: boolean;
}

const requests = keptWith<IncomingMessage, ProviderRequest>();

/** Keeps what we know of a request for the time that the library works on it. */
export function rememberRequest(message: IncomingMessage, request: ProviderRequest): void {
  requests.set(message, request);
}

/** What we know of the request that the library works on. */
export function providerRequest(ctx: Pick<KoaContextWithOIDC, "req">): ProviderRequest {
  const request = requests.get(ctx.req);
  if (request === undefined) throw new Error("the library was not called through `serve`");
  return request;
}

/** How far the sign-in for the application's request has come; looked up once. */
export function standingOfRequest(services: Services, ctx: KoaContextWithOIDC): Promise<Standing | null> {
  const request = providerRequest(ctx);
  request.standing ??= standingOf(services, request.visitor, targetOfRequest(services, ctx));
  return request.standing;
}

/** What the library works on, as the rest of the site knows it. */
export function targetOfRequest(services: Services, ctx: KoaContextWithOIDC): ReturnTarget {
  const clientId = ctx.oidc.client?.clientId ?? "";
  const first = {
    uid: "",
    chainId: "",
    clientId,
    params: ctx.oidc.params ?? {},
    firstSeenAt: services.now(),
    isEnding: false,
  };
  const request = providerRequest(ctx).resumed?.request ?? first;
  return { returnUrl: resumeAddress(request.uid), request, client: clientOf(services, clientId) };
}
