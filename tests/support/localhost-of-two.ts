import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

// Imported before everything else, so that `localhost` has the addresses that it has on most machines, in their order.
const addresses = [
  { address: "::1", family: 6 },
  { address: "127.0.0.1", family: 4 },
];
const { lookup, promises } = dns;
const { lookup: lookupLater } = promises;

function ordered({ order }: dns.LookupOptions): typeof addresses {
  return order === "ipv4first" ? addresses.toReversed() : addresses;
}

Object.assign(dns, {
  lookup: (host: string, options: dns.LookupAllOptions, done: (...result: unknown[]) => void) => {
    if (host !== "localhost") return lookup(host, options, done);
    const [first] = ordered(options);
    return options.all ? done(null, ordered(options)) : done(null, first?.address, first?.family);
  },
});
Object.assign(promises, {
  lookup: async (host: string, options: dns.LookupOptions) =>
    host === "localhost" ? ordered(options)[0] : lookupLater(host, options),
});
syncBuiltinESMExports();
