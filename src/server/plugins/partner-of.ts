import type { Partner } from "../../config/partners.ts";
import type { Config } from "../../config/read-config.ts";

/** The partner that is shown where nothing names another. */
const defaultPartner = "default";

/** The partner of an identifier that a request may have brought. */
export function partnerNamed(config: Config, id: string): Partner | undefined {
  return Object.hasOwn(config.partners, id) ? config.partners[id] : undefined;
}

/**
 * Whose branding a request sees: the partner of the application that waits or is signed out of, else the one whose origin has the
 * request's host, else the default (decisions 26). The host chooses nothing else, no address is made from it.
 */
export function partnerOf(config: Config, applicationPartner: string | undefined, host: string): Partner {
  const named = applicationPartner === undefined ? undefined : partnerNamed(config, applicationPartner);
  const partner = named ?? partnerOfHost(config, host) ?? config.partners[defaultPartner];
  if (partner === undefined) throw new Error("There is no partner named default");
  return partner;
}

function partnerOfHost(config: Config, host: string): Partner | undefined {
  return Object.values(config.partners).find((partner) => originsAt(partner, host).length > 0);
}

/** Those of a partner's origins that have a request's host. */
export function originsAt(partner: Partner, host: string): string[] {
  const wanted = plainHost(host);
  return partner.origins.filter((_origin, index) => hostsOf(partner)[index] === wanted);
}

// Kept, because every request asks for them and reading an address is dear.
const hosts = new WeakMap<Partner, string[]>();

function hostsOf(partner: Partner): string[] {
  const known = hosts.get(partner) ?? partner.origins.map((origin) => plainHost(new URL(origin).host));
  hosts.set(partner, known);
  return known;
}

/** Lower case, without the dot of a full name and without a port that says nothing. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:(80|443)$/, "")
    .replace(/\.(?=:|$)/, "");
}
