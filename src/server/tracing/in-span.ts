import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** What begins spans; they cost next to nothing, and lead nowhere, where no traces are sent (`start-tracing.ts`). */
export function tracer(): Tracer {
  return trace.getTracer("vestibule");
}

/** Runs some work as a span of its own below the one that it is part of. */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer().startActiveSpan(name, { kind: SpanKind.INTERNAL, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Says the class of an error alone: what it says may be somebody's. */
function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
