import { Counter, Histogram, Registry } from "@prometheus-io/client";
import { messageValues } from "../../shared/message-values.ts";

/** What this process counts, for whoever runs it. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds: answers that a person waits for, from a view out of memory to a hash behind a full queue. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const channels = Object.keys(messageValues);
const messageOutcomes = ["queued", "sent", "not_taken", "given_up"];
const waysIn = ["password", "token", "link", "credential", "vendor"];
const signInOutcomes = ["completed", "failed", "locked", "refused"];

/**
 * The figures that are counted where things happen. Every label has a closed list of values: never a person, an address, or
 * anything that a request named.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const metrics = {
    registry,
    signIns: new Counter({
      name: "vestibule_sign_ins_total",
      help: `Sign-ins by the way in (${waysIn.join(", ")}) and outcome (${signInOutcomes.join(", ")})`,
      labelNames: ["method", "outcome"],
      registers,
    }),
    secondFactors: new Counter({
      name: "vestibule_second_factors_total",
      help: "Second steps by method (authenticator, sms, pin, recoverycode, secure) and outcome (proven, failed, locked)",
      labelNames: ["method", "outcome"],
      registers,
    }),
    accountEvents: new Counter({
      name: "vestibule_account_events_total",
      help: "What happened to accounts while this server ran, by the event that the audit names; commands of operators are not counted",
      labelNames: ["event"],
      registers,
    }),
    messages: new Counter({
      name: "vestibule_messages_total",
      help: `Messages by channel (${channels.join(", ")}) and what became of them (${messageOutcomes.join(", ")}); not_taken is tried again`,
      labelNames: ["channel", "outcome"],
      registers,
    }),
    requests: new Histogram({
      name: "vestibule_http_request_duration_seconds",
      help: "Answers by method, route (none: no such address) and class of status (left: nobody waited for it)",
      labelNames: ["method", "route", "status"],
      buckets,
      registers,
    }),
    pages: new Counter({
      name: "vestibule_pages_total",
      help: "Pages that were answered",
      registers,
    }),
    pagesDrawn: new Counter({
      name: "vestibule_pages_drawn_total",
      help: "Pages that had to be drawn, because they were not kept from before",
      registers,
    }),
    errors: new Counter({
      name: "vestibule_uncaught_errors_total",
      help: "Errors that nothing caught, by where (page, server)",
      labelNames: ["origin"],
      registers,
    }),
  };
  // An alert sees a first one only where there was none before.
  for (const channel of channels)
    for (const outcome of messageOutcomes) metrics.messages.inc({ channel, outcome }, 0);
  for (const method of waysIn)
    for (const outcome of signInOutcomes) metrics.signIns.inc({ method, outcome }, 0);
  return metrics;
}
