import { decodeJwt } from "jose";
import { withReturnUrl } from "../../shared/return-url.ts";
import { randomToken } from "../crypto.ts";
import { attemptLife } from "../store/attempts.ts";
import type { AuthorizationRequest } from "../store/authorization-requests.ts";
import type { Session } from "../store/sessions.ts";

/** Path of the authorization endpoint; `<path>/<uid>` goes on with a stored request. */
export const authorizePath = "/connect/authorize";

/** What an application wishes of the sign-in pages (OpenID Connect Core, section 3.1.2.1). */
export interface RequestHints {
  /** `login_hint`: the user name to begin with. */
  username: string | null;
  /** `ui_locales`, the most wanted first. */
  languages: readonly string[];
  /** `acr_values` tenant:<id>: the customer to work for. */
  customerId: string | null;
  /** `acr_values` idp:<vendor>: the provider that must authenticate. */
  vendorId: string | null;
}

const noHints: RequestHints = { username: null, languages: [], customerId: null, vendorId: null };

/** Reads the wishes of a request; where none waits, nothing is wished. */
export function requestHints(request: Pick<AuthorizationRequest, "params"> | null): RequestHints {
  if (request === null) return noHints;
  const { params } = request;
  const acrValues = words(params.acr_values);
  const wanted = (prefix: string) =>
    acrValues.find((value) => value.startsWith(prefix))?.slice(prefix.length) || null;
  return {
    username: typeof params.login_hint === "string" ? params.login_hint : null,
    languages: words(params.ui_locales),
    customerId: wanted("tenant:"),
    vendorId: wanted("idp:"),
  };
}

/**
 * Says whether the request asks for the sign-in page whoever is signed in: by `prompt=login` or `select_account`, because
 * there an account is selected by signing in to it.
 */
export function asksForLogin({ params }: Pick<AuthorizationRequest, "params">): boolean {
  return words(params.prompt).some(isMetBySignIn);
}

function isMetBySignIn(prompt: string): boolean {
  return prompt === "login" || prompt === "select_account";
}

/**
 * From when on a proof counts for the request, because of its `prompt` or `max_age` (seconds); milliseconds since
 * 1970. What was proven for it always counts. Undefined: any proof does.
 */
export function proofCountsFrom(
  request: Pick<AuthorizationRequest, "params" | "firstSeenAt">,
  now: number,
): number | undefined {
  const { max_age: maxAge } = request.params;
  const from = provenForItFrom(request, now);
  if (asksForLogin(request)) return from;
  return maxAge === undefined ? undefined : Math.min(from, now - Number(maxAge) * 1000);
}

/**
 * Since when what is proven can have been proven for the request: since it began, as long as a proof waits for its end. A page
 * that was left open for days is not answered by a sign-in that somebody made meanwhile for something else.
 */
function provenForItFrom({ firstSeenAt }: Pick<AuthorizationRequest, "firstSeenAt">, now: number): number {
  return Math.max(firstSeenAt, now - attemptLife.proof);
}

/** Says whether the request wants a signed-in person to prove anew who they are. */
export function wantsProofAnew(
  request: Pick<AuthorizationRequest, "params" | "firstSeenAt">,
  { authenticatedAt }: Pick<Session, "authenticatedAt">,
  now: number,
): boolean {
  const from = proofCountsFrom(request, now);
  return from !== undefined && authenticatedAt < from;
}

/** Says whether the request names somebody else (`id_token_hint`) than who is signed in. */
export function namesSomebodyElse(
  { params }: Pick<AuthorizationRequest, "params">,
  { userId }: Pick<Session, "userId">,
): boolean {
  const { id_token_hint: hint } = params;
  // Only a hint of ours gets this far: the library has verified it before the request was kept.
  return typeof hint === "string" && decodeJwt(hint).sub !== userId;
}

/** The parameters to go on with: what was proven for the request is not asked for again. */
export function remainingParams(
  request: Pick<AuthorizationRequest, "params" | "firstSeenAt">,
  session: Pick<Session, "authenticatedAt"> | null,
  now: number,
): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(request.params)) {
    if (typeof value === "string") params.set(name, value);
  }
  if (session === null || session.authenticatedAt < provenForItFrom(request, now)) return params;
  params.delete("max_age");
  const prompts = words(params.get("prompt")).filter((prompt) => !isMetBySignIn(prompt));
  if (prompts.length > 0) params.set("prompt", prompts.join(" "));
  else params.delete("prompt");
  return params;
}

/** The return address that stands for a request; a journey that is done leads there. */
export function resumeAddress(uid: string): string {
  return `${authorizePath}/${uid}`;
}

/** The address that answers the application with access_denied (RFC 6749, section 4.1.2.1). */
export function cancelAddress(request: Pick<AuthorizationRequest, "uid">): string {
  return `${resumeAddress(request.uid)}?cancel`;
}

/** The request that a return address stands for, as its identifier; undefined: another address. */
export function requestUid(returnUrl: string): string | undefined {
  return /^\/connect\/authorize\/([A-Za-z0-9._~-]{1,150})$/.exec(returnUrl)?.[1];
}

/** A new identifier of an application's request. It says whose it is, for whoever comes back when the request is not kept any more. */
export function newRequestUid(clientId: string): string {
  return `${randomToken(16)}.${clientId}`;
}

/** What differs between the identifiers of one application, and nobody can guess. */
export function ownPartOfUid(uid: string): string {
  return uid.replace(/\..*$/, "");
}

/** The application whose request an identifier stands, or stood, for; undefined: it was not made here. */
export function clientOfUid(uid: string): string | undefined {
  return /^[^.]+\.(.+)$/.exec(uid)?.[1];
}

/** A page of this site that comes back to the request. */
export function pageFor(path: string, uid: string): string {
  return withReturnUrl(path, resumeAddress(uid));
}

/** The words of a parameter that is a list of them (OAuth 2.0, section 3.3); none where it is no text. */
export function words(value: unknown): string[] {
  return typeof value === "string" ? value.split(" ").filter((word) => word !== "") : [];
}
