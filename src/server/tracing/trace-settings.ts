/** Where traces are sent. */
export interface TraceSettings {
  url: string;
  /** By name in lower case; may hold a secret. */
  headers: Record<string, string>;
  /** Of the requests that nobody before us has decided about, how many are traced: 0 to 1. */
  share: number;
}

/** The variables about traces, checked; named as the standard names them. */
export interface TraceEnvironment {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Undefined: there is no collector. */
export function traceSettingsOf(environment: TraceEnvironment): TraceSettings | undefined {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = "",
    OTEL_TRACES_SAMPLER_ARG: share,
  } = environment;
  if (endpoint === undefined) return undefined;
  return { url: `${endpoint.replace(/\/$/, "")}/v1/traces`, headers: readHeaders(headers), share };
}

/** Headers as the standard writes them: `name=value,name=value`, values percent-encoded. Throws where they are not. */
export function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = "", value = ""] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      if (name === "") throw new Error("a header has no name");
      return [name.toLowerCase(), decodeURIComponent(value)];
    }),
  );
}
