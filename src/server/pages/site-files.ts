import type { FastifyInstance } from "fastify";

/** What browsers and crawlers ask every site for: nothing here is for search engines, and the icon is in the page. */
export function siteFiles(app: FastifyInstance): void {
  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send("User-agent: *\nDisallow: /\n"),
  );
  app.get("/favicon.ico", (_request, reply) => reply.code(404).send());
}
