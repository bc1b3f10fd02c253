import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { onLoopback } from "./loopback.ts";

/** A span as a collector receives it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty: it has none. */
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
  /** Whether it is marked as one that failed. */
  failed: boolean;
}

/** A collector of OpenTelemetry on loopback. */
export interface Collector {
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** Whether it answers. */
  mood: "takes" | "silent" | "fails";
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

/** Starts a collector that keeps what it is sent. */
export async function startCollector(): Promise<Collector> {
  const { origin, close } = await onLoopback(async (request, response) => {
    const { url: path = "", headers } = request;
    collector.requests.push({ path, headers, body: await buffer(request) });
    if (collector.mood !== "silent") response.writeHead(collector.mood === "takes" ? 200 : 500).end();
  });
  const collector: Collector = {
    url: origin,
    requests: [],
    mood: "takes",
    spans: () => collector.requests.flatMap(({ body }) => spansOf(body)),
    close,
  };
  return collector;
}

/** The fields of a message of protobuf by their numbers; numbers of eight bytes are left out. */
function fieldsOf(message: Buffer): Map<number, (Buffer | number)[]> {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const kind = tag & 7;
    if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else {
      const value = varint();
      fields.set(tag >> 3, [
        ...(fields.get(tag >> 3) ?? []),
        kind === 2 ? message.subarray(at, at + value) : value,
      ]);
      if (kind === 2) at += value;
    }
  }
  return fields;
}

function within(message: Buffer, field: number): Buffer[] {
  return (fieldsOf(message).get(field) ?? []).filter((value) => typeof value !== "number");
}

/** STATUS_CODE_ERROR of opentelemetry-proto. */
const failedStatus = 2;

/** The spans of an ExportTraceServiceRequest (opentelemetry-proto, trace.proto). */
function spansOf(request: Buffer): ReceivedSpan[] {
  const spans = within(request, 1).flatMap((resource) =>
    within(resource, 2).flatMap((scope) => within(scope, 2)),
  );
  return spans.map((span) => {
    const text = (field: number, encoding: BufferEncoding) =>
      within(span, field)[0]?.toString(encoding) ?? "";
    return {
      traceId: text(1, "hex"),
      spanId: text(2, "hex"),
      parentId: text(4, "hex"),
      name: text(5, "utf8"),
      attributes: Object.fromEntries(within(span, 9).map(attributeOf)),
      failed: within(span, 15).some((status) => fieldsOf(status).get(3)?.[0] === failedStatus),
    };
  });
}

function attributeOf(pair: Buffer): [string, string | number] {
  const [key] = within(pair, 1);
  const values = fieldsOf(within(pair, 2)[0] ?? Buffer.alloc(0));
  const [value = ""] = [...values.values()].flat();
  return [String(key), typeof value === "number" ? value : value.toString("utf8")];
}
