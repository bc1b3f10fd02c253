import type { FastifyRequest } from "fastify";
import { personHeader } from "../../shared/constants.ts";
import { timedOut } from "../problem.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Refuses a call that was pressed on a page of another person than the one who is signed in by now: another tab of the
 * browser has changed that (security, F12). A caller that does not say whose page it is has none.
 */
export function assertSamePerson({ headers }: FastifyRequest, { session }: Visitor): void {
  const shown = headers[personHeader];
  if (shown !== undefined && session !== null && session.userId !== shown)
    throw timedOut("somebody else has signed in in this browser");
}
