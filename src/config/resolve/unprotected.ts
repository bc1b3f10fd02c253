import { isLocal } from "../../shared/is-local.ts";

/** That people would be led to an address by `http` elsewhere than on this machine. */
export function unprotected(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLocal(hostname)
    ? `"${address}" crosses the network unprotected: write https. http is for this machine alone, such as localhost.`
    : undefined;
}
