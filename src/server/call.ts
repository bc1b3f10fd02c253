import type { Partner } from "../config/resolve/partners.ts";
import type { ClientConfig } from "../generated/config.ts";
import type { AnswerOf, BodyOf, CallName, QueryOf } from "../shared/contract.ts";
import type { Translate } from "../shared/translate.ts";
import type { Cookies } from "./cookies.ts";
import type { Visitor } from "./request/visitor.ts";
import type { Services } from "./services.ts";
import type { AuthorizationRequest } from "./store/authorization-requests.ts";

/** Where this sign-in leads back to: a path of this site, and the application's request that it belongs to. */
export interface ReturnTarget {
  returnUrl: string;
  request: AuthorizationRequest | null;
  client: (ClientConfig & { id: string }) | null;
}

/** In whose name and in which language people are spoken to. */
export interface Speech {
  readonly partner: Partner;
  readonly language: string;
  readonly t: Translate;
}

/**
 * Everything that a handler may know of the request. The same context is built for a call over HTTP and for the
 * calls that a page answer runs in process.
 */
export interface CallContext extends Speech {
  readonly services: Services;
  readonly visitor: Visitor;
  readonly target: ReturnTarget;
  /** Address of the caller as the trusted proxies tell it. */
  readonly address: string;
  /** As the browser names itself; anything may stand there. */
  readonly userAgent: string;
  /** Finds this request in the log. */
  readonly supportCode: string;
  /** Somebody still waits for the answer. */
  readonly isWaitedFor: () => boolean;
  /** Cookies of the request, and those that the answer sets. */
  readonly cookies: Cookies;
}

export interface CallInput<Name extends CallName> {
  query: QueryOf<Name>;
  body: BodyOf<Name>;
}

/** Answer of the kind 209: leave for another address (specification, section 3). */
export class Leave {
  readonly redirect: string;
  readonly state: string | undefined;

  constructor(redirect: string, state?: string) {
    this.redirect = redirect;
    this.state = state;
  }
}

/** An image answer of a call whose contract says `"content": "image"`. */
export class ImageAnswer {
  readonly bytes: Uint8Array;
  readonly mediaType: string;

  constructor(bytes: Uint8Array, mediaType: string) {
    this.bytes = bytes;
    this.mediaType = mediaType;
  }
}

/** What a call answers. */
export type CallAnswer<Name extends CallName> =
  | (AnswerOf<Name> extends Uint8Array ? ImageAnswer : AnswerOf<Name>)
  | Leave;

/** What a call does. Throws `Problem` for everything that is not its answer. */
export type Handler<Name extends CallName> = (
  context: CallContext,
  input: CallInput<Name>,
) => Promise<CallAnswer<Name>>;

/** The complete table: a contract without a handler does not compile. */
export type Handlers = { [Name in CallName]: Handler<Name> };
