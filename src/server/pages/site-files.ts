import type { FastifyInstance } from "fastify";
import { withReturnUrl } from "../../shared/return-url.ts";
import { contextOf } from "../request/context.ts";
import { screenPath } from "../screen-path.ts";
import type { Services } from "../services.ts";

/** What browsers, crawlers and password managers ask every site for. */
export function siteFiles(app: FastifyInstance, services: Services): void {
  // Nothing here is for search engines, and the icon is in the page.
  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send("User-agent: *\nDisallow: /\n"),
  );
  app.get("/favicon.ico", (_request, reply) => reply.code(404).send());
  // W3C, A Well-Known URL for Changing Passwords.
  app.get("/.well-known/change-password", async (request, reply) => {
    const { visitor } = await contextOf(request, reply);
    const path = screenPath(services, "changePassword");
    const way = visitor.user === null ? withReturnUrl(screenPath(services, "login"), path) : path;
    return reply.header("cache-control", "no-store").redirect(way, 303);
  });
  // W3C, A Well-Known URL for Relying Party Passkey Endpoints.
  app.get("/.well-known/passkey-endpoints", async () => {
    const devices = new URL(screenPath(services, "registerDevice"), services.settings.publicUrl).href;
    return { enroll: devices, manage: devices };
  });
}
