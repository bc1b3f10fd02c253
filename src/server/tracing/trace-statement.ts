import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { LogEvent } from "kysely";
import { tracer } from "./in-span.ts";

/** Tells a statement of the database below the span that it is part of: its text, which holds no values, only places for them. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  // What work in the background asks each second is no trace.
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const [operation = ""] = query.sql.trimStart().split(/\W/, 1);
  const span = tracer().startSpan(`database ${operation}`, {
    kind: SpanKind.CLIENT,
    startTime: Date.now() - queryDurationMillis,
    attributes: { "db.operation.name": operation, "db.query.text": query.sql },
  });
  if (level === "error") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
