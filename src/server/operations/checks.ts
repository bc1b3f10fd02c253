import type { AnswerOf } from "../../shared/contract.ts";
import type { Services } from "../services.ts";
import { type CheckResult, type Look, looksOf } from "./looks.ts";

type Status = AnswerOf<"SystemStatus">["status"];

interface Kept {
  at: number;
  result: Promise<CheckResult>;
}

/** Milliseconds after which a check that has not answered counts as down, so that none holds up the page. */
const patience = 2000;

const kept = new WeakMap<Services, Map<string, Kept>>();

/**
 * Looks at everything that the service needs, all at once, and within two seconds whatever happens. What was found holds
 * for a while in this process, so that neither visitors nor operators can keep it or others busy by asking.
 */
export function runChecks(services: Services): Promise<CheckResult[]> {
  const known = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, known);
  const now = services.now();
  const looks = looksOf(services).map((look) => {
    const key = `${look.name} ${look.subject ?? ""}`;
    const before = known.get(key);
    if (before !== undefined && now >= before.at && now < before.at + look.holds) return before.result;
    const result = check(look, services.log, before?.result);
    known.set(key, { at: now, result });
    return result;
  });
  return Promise.all(looks);
}

/**
 * Down where nobody can sign in, degraded where anything else is not as it should be. Who has no gateway for text messages offers none,
 * which is a choice.
 */
export function overallStatus(checks: readonly CheckResult[]): Status {
  if (checks.some(keepsEverybodyOut)) return "down";
  const isWell = ({ name, status, reason }: CheckResult) =>
    status === "up" || (name === "smsGateway" && reason === "notConfigured");
  return checks.every(isWell) ? "up" : "degraded";
}

// A full disk still takes what finds room in the file, such as what is counted here, and no sign-in.
function keepsEverybodyOut({ name, status, value }: CheckResult): boolean {
  return status === "down" && (name === "database" || (name === "disk" && value === 0));
}

async function check(
  { name, subject, run }: Look,
  log: Services["log"],
  before: Promise<CheckResult> | undefined,
): Promise<CheckResult> {
  const start = performance.now();
  const signal = AbortSignal.timeout(patience);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const found = await Promise.race([run(signal), late]).catch(async (error: unknown) => {
    // Once per outage: it is looked at again and again.
    if ((await before)?.reason !== "noAnswer")
      log.warn({ check: name, subject, err: error }, "a check has no answer");
    return { status: "down" as const, reason: "noAnswer" as const };
  });
  const latencyMs = Math.round(performance.now() - start);
  return { name, subject, latencyMs, ...found };
}
