import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { addressList, bareHost, innerNetworks, isListed } from "../address-list.ts";
import { inSpan } from "../tracing/in-span.ts";
import { answerHead } from "./answer-head.ts";

/** As much of a request as the libraries make. */
export interface GuardedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | null;
}

/** A way out to addresses that somebody else names. */
export type GuardedFetch = (url: string, init?: GuardedRequest) => Promise<Response>;

/** Bytes; the documents that providers send are a hundredth of it. */
const longestAnswer = 512 * 1024;

/** The address is one that nobody outside may make this server ask. */
export class InnerAddress extends Error {
  constructor() {
    super("the host has a private address that VESTIBULE_PRIVATE_ADDRESSES does not allow");
    this.name = "InnerAddress";
  }
}

/**
 * Fetches from addresses that a provider names (security, UP-4). Refuses inner addresses that `allowed` (CIDR
 * notation) does not list, at the moment of connecting, so that no second look-up of a name can lead elsewhere.
 * Follows no redirect and reads half a megabyte at most; the time is the caller's, by `signal`.
 */
export function guardedFetch(allowed: readonly string[]): GuardedFetch {
  const list = addressList(allowed);
  return async (url, { method = "GET", headers = {}, body, signal } = {}) => {
    const address = new URL(url);
    const host = bareHost(address);
    if (isIP(host) > 0 && isRefused(list, host)) throw new InnerAddress();
    const text = body === undefined || body === null ? undefined : String(body);
    const options = {
      method,
      headers: {
        ...headers,
        ...(text !== undefined && { "content-length": String(Buffer.byteLength(text)) }),
      },
      agent: false,
      lookup: guardedLookup(list),
      ...(signal ? { signal } : {}),
    };
    const attributes = { "http.request.method": method, "server.address": host };
    const exchange = async () => wholeAnswer(await answerHead(url, options, text));
    return inSpan("fetch", attributes, exchange).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    });
  };
}

async function wholeAnswer(incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestAnswer) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  const { statusCode: status = 0, headers } = incoming;
  const type = headers["content-type"];
  const isAnswer = status >= 200 && ![204, 205, 304].includes(status);
  return new Response(isAnswer ? Buffer.concat(chunks) : null, {
    status: Math.max(status, 200),
    headers: type === undefined ? {} : { "content-type": type },
  });
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Gives the addresses of a name, or none at all where one of them is an inner one. */
function guardedLookup(allowed: BlockList) {
  return (host: string, options: LookupOptions, done: LookupCallback): void => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) done(error ?? new Error("the name has no address"), []);
      else if (addresses.some(({ address }) => isRefused(allowed, address))) done(new InnerAddress(), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function isRefused(allowed: BlockList, address: string): boolean {
  return isListed(innerNetworks, address) && !isListed(allowed, address);
}
