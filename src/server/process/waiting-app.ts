import type { FastifyInstance } from "fastify";
import { bareApp } from "../app.ts";
import { health } from "../plugins/health.ts";
import type { Services } from "../services.ts";
import { StoreUnavailable } from "../store/store-unavailable.ts";

/** What answers while the database cannot be reached at the start (security, F2): alive, not ready, try again. */
export async function waitingApp(services: Services): Promise<FastifyInstance> {
  const app = await bareApp(services);
  const notYet = new StoreUnavailable(new Error("not reached since the start"));
  health(app, () => Promise.reject(notYet));
  app.all("/*", () => Promise.reject(notYet));
  return app;
}
