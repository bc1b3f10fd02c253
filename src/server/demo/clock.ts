import type { Tools } from "../app.ts";
import { badRequest, Problem } from "../problem.ts";

/** Where the demo's application asks and moves the clock. */
export const clockPath = "/demo/clock";

/** The longest way ahead, seconds: a year, beyond which nothing of the product changes any more. */
const mostAhead = 366 * 24 * 3600;

/** The clock of the demo's sign-in service: that of the machine, or as far ahead as somebody wants who tries what time brings. */
export interface DemoClock {
  now(): number;
  /** The other pages, and those of the service by which the demo's application moves the clock. */
  tools: Tools;
}

/** What a server is started with that has such a clock beside its other pages; it is right until it is moved. */
export function withDemoClock(pages: Tools): DemoClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead * 1000,
    tools: async (app, ...given) => {
      await pages(app, ...given);
      app.addContentTypeParser(
        "application/json",
        { parseAs: "string" },
        app.getDefaultJsonParser("error", "error"),
      );
      app.get(clockPath, async (_request, reply) =>
        reply.header("cache-control", "no-store").send({ ahead }),
      );
      app.post<{ Body: { ahead?: unknown } | null }>(clockPath, async (request, reply) => {
        // From a process of the demo, never from a page that a browser shows.
        if (request.headers.origin !== undefined) throw new Problem(403, "a page asked for another time");
        const wanted = request.body?.ahead;
        if (!Number.isInteger(wanted) || Number(wanted) < 0 || Number(wanted) > mostAhead)
          throw badRequest("no time that the clock can show");
        ahead = Number(wanted);
        return reply.send({ ahead });
      });
    },
  };
}
