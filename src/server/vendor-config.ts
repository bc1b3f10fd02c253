import type { VendorConfig } from "../generated/config.ts";
import type { Services } from "./services.ts";

/** What the file says of a provider; undefined: it has none of this id. */
export function vendorConfig({ config }: Pick<Services, "config">, id: string): VendorConfig | undefined {
  const { vendors } = config();
  return Object.hasOwn(vendors, id) ? vendors[id] : undefined;
}

/** The name that people know a provider by; its id where the file has it no more. */
export function vendorName(services: Pick<Services, "config">, id: string): string {
  return vendorConfig(services, id)?.name ?? id;
}
