import { isIP } from "node:net";
import { isLocal } from "../../shared/is-local.ts";
import { gatewayFormats } from "../delivery/gateway-formats.ts";
import { readDsn } from "../operations/sentry.ts";
import { readHeaders } from "../tracing/trace-settings.ts";

/** A format of environment.schema.json: the test of a value, and what is wrong with one that fails it. */
export interface EnvironmentFormat {
  validate(value: string): boolean;
  problem: string;
}

const addressBits: Record<number, number> = { 4: 32, 6: 128 };

/** The formats of environment.schema.json by name. */
export const environmentFormats: Record<string, EnvironmentFormat> = {
  origin: {
    validate: isPublicOrigin,
    problem:
      "must be an origin as browsers write it: https, or http on localhost, in small letters, without a path and the usual port",
  },
  "secure-url": {
    validate: isSecureUrl,
    problem: "must be an https address, or an http one on localhost, without user name and password",
  },
  "sentry-dsn": {
    validate: isDsn,
    problem: "must be https://<key>@<host>/<project number>, or http on localhost",
  },
  "collector-url": {
    validate: isCollector,
    problem: "must be an http or https address without user name, password and query",
  },
  "header-list": {
    validate: isHeaderList,
    problem: "must be name=value, separated by commas, values percent-encoded",
  },
  "recaptcha-url": {
    // It becomes a source of the pages' policy, where other characters have a meaning.
    validate: (value) => isSecureUrl(value) && /^[\w.:/[\]-]+\/$/.test(value),
    problem: "must be an https address that ends with a slash, or an http one on localhost, without a query",
  },
  ...gatewayFormats,
  "bearer-token": {
    validate: (value) => /^[!-~]+$/.test(value),
    problem: "must be printable ASCII without spaces",
  },
  "postgres-url": {
    validate: isPostgresUrl,
    problem: "must be a postgres:// address, and a port in it one from 1 to 65535",
  },
  "key-32": {
    validate: isKey,
    problem: "must be 32 bytes in base64",
  },
  "key-list": {
    validate: (value) => value.split(",").every((item) => isKey(item.trim())),
    problem: "must be keys of 32 bytes in base64, separated by commas",
  },
  "network-list": {
    validate: isNetworkList,
    problem: "must be addresses or networks in CIDR notation, separated by commas",
  },
  "proxy-list": {
    validate: (value) => isNetworkList(value) && !/\/0+\s*(?:,|$)/.test(value),
    problem:
      "must be addresses or networks in CIDR notation, separated by commas, and not all there are: anybody could name any address",
  },
  "database-file": {
    validate: (value) => !/^(?::|file:)/.test(value),
    problem: "must be the path of a file",
  },
};

function isKey(value: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(value) && Buffer.from(value, "base64").length === 32;
}

function isPostgresUrl(value: string): boolean {
  const url = /^postgres(ql)?:\/\/./.test(value) ? URL.parse(value) : null;
  return url !== null && isPostgresPort(portOf(url));
}

/** The port that a `postgres-url` names; empty: none, and the library takes that of PGPORT or the usual one. */
export function portOf(url: URL): string {
  // The library takes the last.
  return url.searchParams.getAll("port").at(-1) || url.port;
}

/** Says whether there may be such a port: to another the library neither connects nor ends. Empty is the usual one. */
export function isPostgresPort(port: string): boolean {
  return port === "" || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535);
}

// Browsers treat http on localhost as secure, and where one keeps no secure cookies there it gets plain ones.
function isPublicOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || (value !== url.origin && value !== `${url.origin}/`)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal(url.hostname));
}

function isSecureUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal(url.hostname));
}

// Collectors stand in the same network, where TLS is rare.
function isCollector(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}

function isHeaderList(value: string): boolean {
  try {
    new Headers(readHeaders(value));
    return true;
  } catch {
    return false;
  }
}

function isDsn(value: string): boolean {
  const target = readDsn(value);
  return target !== undefined && isSecureUrl(target.url);
}

function isNetworkList(value: string): boolean {
  return value.split(",").every((item) => isNetwork(item.trim()));
}

function isNetwork(value: string): boolean {
  const [address = "", bits, ...rest] = value.split("/");
  const widest = addressBits[isIP(address)];
  if (widest === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
}
