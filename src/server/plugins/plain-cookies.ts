import type { FastifyInstance, FastifyRequest } from "fastify";
import { cookiePrefix, withoutPrefix } from "../../shared/constants.ts";
import { isLocal } from "../../shared/is-local.ts";
import { keptWith } from "../kept-with.ts";

const ours = `${cookiePrefix}vestibule-`;

/**
 * Where the public address is http, which an address of this machine alone may be: there Safari and everything on iPhones refuse
 * `Secure`, and with it our cookies. To a browser that sends none of them each goes along once more by its plain name, and is heard
 * by it. Not at another host, where it would cross the network, and not by https, where another site of the domain could set it.
 */
export function plainCookies(app: FastifyInstance): void {
  const needsPlain = keptWith<FastifyRequest, boolean>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const { cookie = "" } = headers;
    const needs = !cookie.includes(ours) && request.protocol === "http" && isLocal(request.hostname);
    needsPlain.set(request, needs);
    if (needs && cookie !== "") headers.cookie = cookie.replace(/(^|; )(?=vestibule-)/g, `$1${cookiePrefix}`);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (needsPlain.get(request) !== true) return done();
    const cookies = [reply.getHeader("set-cookie") ?? []].flat().map(String);
    if (cookies.length > 0) {
      const plain = cookies.filter((cookie) => cookie.startsWith(ours)).map(plainOf);
      reply.removeHeader("set-cookie").header("set-cookie", [...cookies, ...plain]);
    }
    done();
  });
}

function plainOf(cookie: string): string {
  return withoutPrefix(cookie).replace("; Secure", "");
}
