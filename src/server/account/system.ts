import packageFile from "../../../package.json" with { type: "json" };
import type { CallContext, Handlers } from "../call.ts";
import type { StoredError } from "../oidc/tickets.ts";
import { StoreUnavailable } from "../store/store-unavailable.ts";
import { peekTicket } from "../store/tickets.ts";
import { clientView } from "./client-view.ts";

/** Whether the service works; the version is for those who run it. */
export const systemStatus: Handlers["SystemStatus"] = async (context) => {
  const status = await pingStatus(context);
  const mayKnow = context.visitor.user?.roles.includes("VENDOR_OPERATIONS") ?? false;
  return { status, ...(mayKnow ? { version: packageFile.version } : {}) };
};

async function pingStatus({ services }: CallContext): Promise<"up" | "down"> {
  try {
    await services.store.ping();
    return "up";
  } catch (error) {
    if (error instanceof StoreUnavailable) return "down";
    throw error;
  }
}

/** What went wrong, by the identifier of a stored error; nothing of it comes from the address (security, RD-6). */
export const error: Handlers["Error"] = async (context, { query }) => {
  const { services, visitor, target } = context;
  const { errorId } = query;
  const holder = { browserHash: visitor.browserHash, now: services.now() };
  const stored =
    errorId === undefined
      ? undefined
      : await peekTicket<StoredError>(services.store.db, "error", errorId, holder);
  const client = stored?.clientId ? services.config().clients[stored.clientId] : target.client;
  return {
    errorId: stored === undefined ? null : (errorId ?? null),
    code: stored?.code ?? "unknown",
    client: clientView(client),
    retryUrl: target.request === null ? null : target.returnUrl,
    homeUrl: client?.startUrl ?? null,
    supportCode: stored?.supportCode ?? null,
    details:
      services.settings.environment === "development" ? (stored?.details.slice(0, 2000) ?? null) : null,
  };
};
