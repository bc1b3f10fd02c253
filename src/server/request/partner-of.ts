import type { Config } from "../../config/read-config.ts";
import type { Partner } from "../../config/resolve/partners.ts";
import { partnerNamed } from "../partner-named.ts";
import { perConfig } from "../per-config.ts";

/**
 * Whose branding a request sees: the partner of the application that waits or is signed out of, else the one whose origin has the
 * request's host, else the default (decisions 26). The host chooses nothing else, no address is made from it.
 */
export function partnerOf(config: Config, applicationPartner: string | undefined, host: string): Partner {
  const named = applicationPartner === undefined ? undefined : partnerNamed(config, applicationPartner);
  return named ?? partnerOfHost(config, host) ?? config.partners.default;
}

function partnerOfHost(config: Config, host: string): Partner | undefined {
  return hostsOf(config).get(plainHost(host))?.partner;
}

/** The partners' origins that have a request's host. */
export function originsAt(config: Config, host: string): string[] {
  return hostsOf(config).get(plainHost(host))?.origins ?? [];
}

/** Hosts of the partners' origins, each with the first partner that has it. */
const hostsOf = perConfig(({ partners }) => {
  const hosts = new Map<string, { partner: Partner; origins: string[] }>();
  for (const partner of Object.values(partners)) {
    for (const origin of partner.origins) {
      const host = plainHost(new URL(origin).host);
      const known = hosts.get(host) ?? { partner, origins: [] };
      hosts.set(host, { ...known, origins: [...known.origins, origin] });
    }
  }
  return hosts;
});

/** Lower case, without the dot of a full name and without a port that says nothing. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:(80|443)$/, "")
    .replace(/\.(?=:|$)/, "");
}
