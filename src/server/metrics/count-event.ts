import { type AccountEventName, refusedSignIns } from "../domain/account-events.ts";
import type { Services } from "../services.ts";

/** As much of an event as is counted. */
interface CountedEvent {
  event: AccountEventName;
  detail?: Record<string, unknown>;
}

const signIns: Partial<Record<AccountEventName, string>> = {
  "signIn.completed": "completed",
  "signIn.failed": "failed",
  "signIn.locked": "locked",
  "signIn.vendorRefused": "refused",
};

const secondFactors: Partial<Record<AccountEventName, string>> = {
  "signIn.secondFactorProven": "proven",
  "signIn.secondFactorFailed": "failed",
  "signIn.secondFactorLocked": "locked",
};

/** The way in by what a session says of its first proof (RFC 8176), where the event names none. */
const waysIn: Record<string, string> = { pwd: "password", otp: "token", hwk: "credential", fed: "vendor" };

/** Counts what happened to an account, for the figures and for the operations page. */
export function countEvent(
  { metrics, operations }: Pick<Services, "metrics" | "operations">,
  { event, detail = {} }: CountedEvent,
): void {
  if (event === "signIn.completed") operations.counts.add(event);
  if (refusedSignIns.includes(event)) operations.counts.add("signIn.refused");
  metrics.accountEvents.inc({ event });
  const signIn = signIns[event];
  if (signIn !== undefined) metrics.signIns.inc({ method: wayIn(event, detail), outcome: signIn });
  const secondFactor = secondFactors[event];
  if (secondFactor !== undefined)
    metrics.secondFactors.inc({ method: String(detail.method), outcome: secondFactor });
}

function wayIn(event: AccountEventName, { method, methods }: Record<string, unknown>): string {
  if (event === "signIn.vendorRefused") return "vendor";
  if (method !== undefined) return String(method);
  return Array.isArray(methods) ? (waysIn[methods[0]] ?? "other") : "password";
}
