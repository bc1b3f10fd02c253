import { randomInt } from "node:crypto";
import { type IncomingHttpHeaders, request } from "node:http";
import { callTable } from "../../src/generated/call-table.ts";
import { antiForgeryCookie, antiForgeryHeader, withoutPrefix } from "../../src/shared/constants.ts";
import type { CallName } from "../../src/shared/contract.ts";
import { problemTypes } from "../../src/shared/problem-codes.ts";
import { noteCall, noteMessages } from "./reached.ts";

/** What came back, whole. */
export interface TestAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

export interface SendOptions {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Hangs up. */
  signal?: AbortSignal;
}

/**
 * A browser as far as HTTP goes: keeps cookies, sends them with the origin and the anti-forgery token of our pages.
 * Speaks plain HTTP itself, because what `fetch` refuses to send has to be tried too.
 */
export class TestClient {
  readonly cookies = new Map<string, string>();
  /** Safari keeps no secure cookie that came by http, from this machine neither. */
  keepsSecure = true;
  /**
   * Address that the browser comes from, as far as the server trusts its proxy; one of its own, because failures of an
   * address count for everybody behind it.
   */
  address = `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`;
  readonly #address: URL;
  readonly #origin: string;

  constructor(address: string, origin: string) {
    this.#address = new URL(address);
    this.#origin = origin;
  }

  /** Sends a request as it is, with the cookies. */
  async send(
    path: string,
    { method = "GET", headers = {}, body, signal }: SendOptions = {},
  ): Promise<TestAnswer> {
    const answer = await new Promise<TestAnswer>((resolve, reject) => {
      const outgoing = request(
        {
          host: this.#address.hostname,
          port: this.#address.port,
          path,
          method,
          signal,
          headers: {
            host: new URL(this.#origin).host,
            "x-forwarded-for": this.address,
            ...(this.cookies.size > 0 ? { cookie: this.cookieHeader() } : {}),
            ...headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            const status = incoming.statusCode ?? 0;
            resolve({ status, headers: incoming.headers, text, json: parsed(text) });
          });
          incoming.on("error", reject);
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
    for (const cookie of answer.headers["set-cookie"] ?? []) this.#keep(cookie);
    noteCall(path, answer.status);
    if (answer.json?.errors !== undefined) noteMessages(answer.text);
    return answer;
  }

  /** Makes a call as our client does: fetches the token by itself, and once more where it was refused. */
  async call(
    name: CallName,
    body?: unknown,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const search = new URLSearchParams(query).toString();
    const path = `/api/Account/${name}${search === "" ? "" : `?${search}`}`;
    if (methodOf(name) === "GET") return this.send(path, { headers });
    if (this.#token() === undefined) await this.send("/api/Account/Token");
    const answer = await this.post(path, body, headers);
    if (answer.json?.type !== problemTypes.antiForgery) return answer;
    await this.send("/api/Account/Token");
    return this.post(path, body, headers);
  }

  /** Posts once, with what a page of ours sends. */
  async post(
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<TestAnswer> {
    return this.send(path, {
      method: "POST",
      signal,
      headers: {
        origin: this.#origin,
        "sec-fetch-site": "same-origin",
        [antiForgeryHeader]: this.#token() ?? "",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  }

  /** Signs in and trades the state for the new token, as the client does. */
  async signIn(username: string, password: string, query: Record<string, string> = {}): Promise<TestAnswer> {
    const answer = await this.call("Login", { username, password }, query);
    const { state } = answer.json ?? {};
    if (state !== undefined) await this.call("Exchange", { state });
    return answer;
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.call("User")).json.isAuthenticated;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #token(): string | undefined {
    return this.cookies.get(antiForgeryCookie) ?? this.cookies.get(withoutPrefix(antiForgeryCookie));
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = pair.split("=", 2);
    if (!this.keepsSecure && attributes.includes("Secure")) return;
    const isGone = value === "" || attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, decodeURIComponent(value));
  }
}

/** The method of a call; images are not in the table of the client. */
export function methodOf(name: CallName): "GET" | "POST" {
  return name in callTable ? callTable[name as keyof typeof callTable].method : "GET";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
