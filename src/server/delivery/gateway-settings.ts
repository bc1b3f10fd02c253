import { isLocal } from "../../shared/is-local.ts";
import { bareHost } from "../address-list.ts";
import { isFlat, type JsonTemplate } from "./json-template.ts";

/** A mail server. */
export interface SmtpSettings {
  kind: "smtp";
  host: string;
  port: number;
  /** TLS from the first byte, or by STARTTLS, without which nothing is sent; none on this machine alone. */
  tls: "implicit" | "startTls" | "none";
  auth: { user: string; pass: string } | undefined;
  /** Address that mails are from. */
  from: string;
}

/** A service that takes messages over HTTP. */
export interface HttpGatewaySettings {
  kind: "http";
  url: string;
  method: "POST" | "PUT";
  /** By name in lower case; values may hold `{id}`. */
  headers: Record<string, string>;
  /** What is sent: strings may hold `{to}`, `{text}` and `{id}`. Undefined: the whole message. */
  body: Record<string, JsonTemplate> | undefined;
  /** Statuses that mean taken; undefined: 200 to 299. */
  success: readonly number[] | undefined;
}

/** What takes the messages of each channel; undefined: they wait. */
export interface GatewaySettings {
  mail: SmtpSettings | HttpGatewaySettings | undefined;
  sms: HttpGatewaySettings | undefined;
}

/** The variables about gateways, checked. */
export interface GatewayEnvironment {
  VESTIBULE_SMTP_URL?: string;
  VESTIBULE_MAIL_FROM?: string;
  VESTIBULE_SMS_URL?: string;
  VESTIBULE_SMS_METHOD: "POST" | "PUT";
  VESTIBULE_SMS_HEADERS?: string;
  VESTIBULE_SMS_BODY?: string;
  VESTIBULE_SMS_SUCCESS?: string;
  VESTIBULE_MESSAGE_GATEWAY_URL?: string;
  VESTIBULE_MESSAGE_GATEWAY_TOKEN?: string;
}

/** A channel's own gateway goes before the one of both. */
export function gatewaysOf(environment: GatewayEnvironment): GatewaySettings {
  const both = messageGateway(environment);
  return { mail: mailServer(environment) ?? both, sms: smsProvider(environment) ?? both };
}

/** Says whether the provider of text messages can be sent its body as its content type says: a form has neither lists nor objects. */
export function isSendable(environment: GatewayEnvironment): boolean {
  const provider = smsProvider(environment);
  return provider?.body === undefined || !isForm(provider) || isFlat(provider.body);
}

/** Says whether the body is sent as a form instead of as JSON. */
export function isForm({ headers }: Pick<HttpGatewaySettings, "headers">): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
}

function mailServer(environment: GatewayEnvironment): SmtpSettings | undefined {
  const { VESTIBULE_SMTP_URL: address, VESTIBULE_MAIL_FROM: from } = environment;
  if (address === undefined || from === undefined) return undefined;
  const url = new URL(address);
  const { protocol, hostname, port, username, password } = url;
  const implicit = protocol === "smtps:";
  return {
    kind: "smtp",
    host: bareHost(url),
    port: port === "" ? (implicit ? 465 : 587) : Number(port),
    tls: implicit ? "implicit" : isLocal(hostname) ? "none" : "startTls",
    auth:
      username === ""
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    from,
  };
}

function smsProvider(environment: GatewayEnvironment): HttpGatewaySettings | undefined {
  const { VESTIBULE_SMS_URL: url, VESTIBULE_SMS_BODY: body } = environment;
  if (url === undefined || body === undefined) return undefined;
  const headers: Record<string, string> = JSON.parse(environment.VESTIBULE_SMS_HEADERS ?? "{}");
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]);
  return {
    kind: "http",
    url,
    method: environment.VESTIBULE_SMS_METHOD,
    headers: { "content-type": "application/json", ...Object.fromEntries(named) },
    body: JSON.parse(body),
    success: environment.VESTIBULE_SMS_SUCCESS?.split(",").map(Number),
  };
}

function messageGateway(environment: GatewayEnvironment): HttpGatewaySettings | undefined {
  const { VESTIBULE_MESSAGE_GATEWAY_URL: url, VESTIBULE_MESSAGE_GATEWAY_TOKEN: token } = environment;
  if (url === undefined) return undefined;
  return {
    kind: "http",
    url,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "idempotency-key": "{id}",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: undefined,
    success: undefined,
  };
}
