import type { ReturnTarget } from "../call.ts";
import type { Services } from "../services.ts";

/** The application of an identifier that a request may have brought, as the configuration of now knows it; null: there is none. */
export function clientOf({ config }: Pick<Services, "config">, id: string): ReturnTarget["client"] {
  const { clients } = config();
  const client = Object.hasOwn(clients, id) ? clients[id] : undefined;
  return client === undefined ? null : { ...client, id };
}
