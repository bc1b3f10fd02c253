import type { FastifyRequest } from "fastify";

/** Whether an answer may be compressed by brotli (RFC 9110, section 12.5.3). */
export function acceptsBrotli({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers["accept-encoding"] ?? "");
}
