import type { Config } from "../config/read-config.ts";
import type { Partner } from "../config/resolve/partners.ts";

/** The partner of an identifier that a request may have brought. */
export function partnerNamed(config: Config, id: string): Partner | undefined {
  return Object.hasOwn(config.partners, id) ? config.partners[id] : undefined;
}
