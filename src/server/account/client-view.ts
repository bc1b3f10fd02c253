import type { ClientApplication } from "../../generated/calls.ts";
import type { ClientConfig } from "../../generated/config.ts";

/** An application as a person may see it. */
export function clientView(client: ClientConfig | null | undefined): ClientApplication | null {
  return client ? { name: client.name } : null;
}
