import { isObject } from "../../shared/is-object.ts";
import type { EnvironmentFormat } from "../settings/settings-formats.ts";
import { type JsonTemplate, placeholdersOf } from "./json-template.ts";
import { isOneRecipient } from "./recipient.ts";

/** The formats of environment.schema.json that gateways need, by name. */
export const gatewayFormats: Record<string, EnvironmentFormat> = {
  "smtp-url": {
    validate: isSmtpUrl,
    problem: "must be smtps:// or smtp:// with a host, user name and password encoded, and nothing behind",
  },
  "mail-address": {
    validate: (value) => isOneRecipient("mail", value),
    problem: "must be one mail address, without a name",
  },
  "http-headers": {
    validate: isHeaders,
    problem: "must be a JSON object of header names and texts",
  },
  "sms-body": {
    validate: isSmsBody,
    problem: "must be a JSON object that holds {to} and {text}, and no other placeholder but {id}",
  },
  "status-list": {
    validate: (value) => /^2\d\d(,2\d\d)*$/.test(value),
    problem: "must be statuses from 200 to 299, separated by commas",
  },
};

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") return false;
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") return false;
  return (url.username === "") === (url.password === "") && isDecodable(url.username + url.password);
}

function isDecodable(text: string): boolean {
  try {
    // Line breaks and zeros end what is said to a mail server.
    return !/\p{Cc}/u.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

function isHeaders(value: string): boolean {
  try {
    const headers: unknown = JSON.parse(value);
    if (!isObject(headers) || !Object.values(headers).every((text) => typeof text === "string")) return false;
    new Headers(headers as Record<string, string>);
    return placeholdersOf(headers as JsonTemplate).every((name) => name === "id");
  } catch {
    return false;
  }
}

function isSmsBody(value: string): boolean {
  try {
    const body: unknown = JSON.parse(value);
    if (!isObject(body)) return false;
    const names = placeholdersOf(body as JsonTemplate);
    const needed = ["to", "text"].every((name) => names.includes(name));
    return needed && names.every((name) => ["to", "text", "id"].includes(name));
  } catch {
    return false;
  }
}
