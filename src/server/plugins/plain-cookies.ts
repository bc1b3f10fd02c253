import type { FastifyInstance } from "fastify";
import { cookiePrefix } from "../../shared/constants.ts";

const ours = `${cookiePrefix}vestibule-`;

/**
 * On http, which addresses of this machine alone may have: there Safari and everything on iPhones refuse `Secure`, and with it our
 * cookies. To a browser that sends none of them each goes along once more by its plain name, and is heard by it.
 */
export function plainCookies(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers.cookie !== undefined && !keepsOurs(headers.cookie))
      headers.cookie = headers.cookie.replace(/(^|; )(?=vestibule-)/g, `$1${cookiePrefix}`);
    else if (headers.cookie !== undefined) keeping.add(request.raw);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    const cookies = [reply.getHeader("set-cookie") ?? []].flat().map(String);
    if (cookies.length > 0 && !keeping.has(request.raw)) {
      const plain = cookies.filter((cookie) => cookie.startsWith(ours)).map(plainOf);
      reply.removeHeader("set-cookie").header("set-cookie", [...cookies, ...plain]);
    }
    done();
  });
}

/** Requests of browsers that keep our cookies as they are. */
const keeping = new WeakSet<object>();

function keepsOurs(cookies: string): boolean {
  return cookies.includes(ours);
}

function plainOf(cookie: string): string {
  return cookie.slice(cookiePrefix.length).replace("; Secure", "");
}
