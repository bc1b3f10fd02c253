import type { Services } from "./services.ts";

/** The name that people know a provider by; its id where the file has it no more. */
export function vendorName({ config }: Pick<Services, "config">, id: string): string {
  const { vendors } = config();
  return (Object.hasOwn(vendors, id) ? vendors[id]?.name : undefined) ?? id;
}
