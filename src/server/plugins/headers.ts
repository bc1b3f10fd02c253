import type { FastifyInstance } from "fastify";
import { day, second } from "../../shared/durations.ts";
import type { Settings } from "../settings/settings.ts";

/** Nothing may be loaded from an answer that is no page (security, HD-2). Pages set a policy of their own. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const permissions = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "screen-wake-lock",
  "usb",
  "xr-spatial-tracking",
];

const twoYears = (2 * 365 * day) / second;

/**
 * Headers that every answer carries. The referrer is this site and no address, which may hold a mailed value (security, RR-6),
 * not even for our own files. It is not left out: without one, browsers send `Origin: null` with a native form, and our own
 * posts could not be told from forged ones.
 */
export function commonHeaders({ publicUrl }: Pick<Settings, "publicUrl">): Record<string, string> {
  const isSecure = publicUrl.startsWith("https:");
  return {
    "content-security-policy": closedPolicy,
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin",
    "permissions-policy": permissions.map((name) => `${name}=()`).join(", "),
    ...(isSecure ? { "strict-transport-security": `max-age=${twoYears}; includeSubDomains` } : {}),
  };
}

/** Sets the common headers before anything else happens, so that errors carry them too. */
export function headers(app: FastifyInstance, common: Record<string, string>): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(common);
    done();
  });
}
