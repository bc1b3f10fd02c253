import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { type Loopback, onLoopback } from "./loopback.ts";

/** Who the provider says somebody is. */
export interface StandInPerson {
  sub: string;
  name?: string;
  email?: string;
  preferred_username?: string;
}

/** How the provider misbehaves. */
export interface Mischief {
  /** Claims of the ID token in place of the right ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** Signs by a key that it does not publish. */
  foreignKey?: boolean;
  /** Sends a token without a signature, or one signed by the client secret. */
  algorithm?: "none" | "HS256";
  /** Answers the token request with this status, a redirect, or not at all. */
  token?: number | "redirect" | "silence" | "endless" | "html" | "broken" | "noise";
}

interface Issued {
  person: StandInPerson;
  nonce: string;
  challenge: string;
  redirectUri: string;
  mischief: Mischief;
}

export const standInClient = { id: "vestibule", secret: "a secret shared with the stand-in, long enough" };

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** An OpenID provider on loopback that does what a test tells it to. */
export class StandInProvider {
  /** Requests by path. */
  readonly asked: string[] = [];
  /** What the discovery document says instead. */
  metadata: Record<string, unknown> = {};
  /** What its key says that it is for. */
  keyUse: string | undefined = "sig";
  /** The discovery document is answered by this status. */
  discoveryStatus = 200;
  /** What its userinfo endpoint tells; undefined: it fails. */
  userInfo: Record<string, unknown> | undefined;
  readonly issuer: string;
  /** Ends it. */
  readonly stop: () => Promise<void>;
  readonly #keys: Keys;
  readonly #foreign: Keys;
  readonly #codes = new Map<string, Issued>();

  private constructor({ origin, close }: Loopback, keys: Keys, foreign: Keys) {
    this.issuer = origin;
    this.stop = close;
    this.#keys = keys;
    this.#foreign = foreign;
  }

  static async start(): Promise<StandInProvider> {
    const [keys, foreign] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
    const loopback = await onLoopback((request, response) =>
      provider
        .#answer(request, response)
        .catch((error: unknown) => void response.writeHead(500).end(String(error))),
    );
    const provider = new StandInProvider(loopback, keys, foreign);
    return provider;
  }

  /** Lets a person sign in at the address that the browser was sent to; gives the parameters it comes back with. */
  authorize(address: string, person: StandInPerson, mischief: Mischief = {}): Record<string, string> {
    const { searchParams } = new URL(address);
    const read = (name: string) => searchParams.get(name) ?? "";
    const code = randomBytes(12).toString("hex");
    this.#codes.set(code, {
      person,
      nonce: read("nonce"),
      challenge: read("code_challenge"),
      redirectUri: read("redirect_uri"),
      mischief,
    });
    return { code, state: read("state"), iss: this.issuer };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", this.issuer);
    this.asked.push(pathname);
    if (pathname === "/.well-known/openid-configuration")
      return json(response, this.#discovery(), this.discoveryStatus);
    if (pathname === "/jwks") {
      const key = await exportJWK(this.#keys.publicKey);
      return json(response, { keys: [{ ...key, kid: "one", alg: "RS256", use: this.keyUse }] });
    }
    if (pathname === "/userinfo" && this.userInfo !== undefined) return json(response, this.userInfo);
    if (pathname === "/token")
      return this.#token(new URLSearchParams(await text(request)), request, response);
    response.writeHead(404).end();
  }

  #discovery(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      end_session_endpoint: `${this.issuer}/end-session`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  async #token(body: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const code = body.get("code") ?? "";
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      issued?.challenge === challenge && issued.redirectUri === body.get("redirect_uri") && isClient(request);
    if (issued === undefined || !isRight) return json(response, { error: "invalid_grant" }, 400);
    const { token } = issued.mischief;
    if (token === "silence") return;
    if (token === "redirect") return void response.writeHead(302, { location: `${this.issuer}/inner` }).end();
    if (token === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<p>");
    if (token === "noise") return void response.socket?.end("canary\r\n\r\n");
    if (token === "broken")
      return void response.writeHead(200, { "content-type": "application/json" }).end("canary");
    if (token === "endless") {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(" ".repeat(2_000_000));
    }
    if (token !== undefined) return json(response, { error: "server_error" }, token);
    const idToken = await this.#idToken(issued);
    return json(response, { access_token: "a", token_type: "Bearer", expires_in: 60, id_token: idToken });
  }

  async #idToken({ person, nonce, mischief }: Issued): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = Object.entries({
      iss: this.issuer,
      aud: standInClient.id,
      iat: now,
      exp: now + 60,
      auth_time: now,
      nonce,
      ...person,
      ...mischief.claims,
    }).filter(([, value]) => value !== undefined);
    const payload: JWTPayload = Object.fromEntries(claims);
    if (mischief.algorithm === "none") return new UnsecuredJWT(payload).encode();
    if (mischief.algorithm === "HS256") {
      const secret = new TextEncoder().encode(standInClient.secret);
      return new SignJWT(payload).setProtectedHeader({ alg: "HS256" }).sign(secret);
    }
    const { privateKey } = mischief.foreignKey ? this.#foreign : this.#keys;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey);
  }
}

/** Whether the client names itself by its secret (RFC 6749, section 2.3.1). */
function isClient({ headers: { authorization = "" } }: IncomingMessage): boolean {
  const pair = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString("utf8");
  const [id, secret] = pair.split(":").map((part) => new URLSearchParams(`x=${part}`).get("x"));
  return id === standInClient.id && secret === standInClient.secret;
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
