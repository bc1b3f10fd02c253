import { lookup } from "node:dns/promises";
import { type BlockList, isIPv6 } from "node:net";
import { addressList } from "./address-list.ts";

type Fetch = typeof fetch;

/**
 * The library's way out. It refuses private addresses by a dispatcher of its own; where every address of the host is
 * allowed by the settings, that guard is left out (decisions 30).
 */
export function outgoingFetch(privateAddresses: readonly string[]): Fetch {
  const allowed = addressList(privateAddresses);
  return async (input, init) => {
    const { dispatcher: _, ...unguarded } = (init ?? {}) as RequestInit & { dispatcher?: unknown };
    return fetch(input, (await isAllowed(allowed, new URL(String(input)).hostname)) ? unguarded : init);
  };
}

async function isAllowed(allowed: BlockList, host: string): Promise<boolean> {
  const addresses = await lookup(host.replace(/^\[|\]$/g, ""), { all: true });
  return addresses.every(({ address }) => allowed.check(address, isIPv6(address) ? "ipv6" : "ipv4"));
}
