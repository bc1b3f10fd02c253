import type { Services } from "../services.ts";
import { clientOf } from "./client-of.ts";
import { findLogoutRequest } from "./logout-requests.ts";
import type { Visitor } from "./visitor.ts";

/**
 * The partner of the application that a person signs out of (`logoutId`), so that the pages of the sign-out look like
 * those of the sign-in; undefined where no living request of this browser names an application.
 */
export async function signOutPartner(
  services: Services,
  query: URLSearchParams,
  visitor: Pick<Visitor, "browserHash">,
): Promise<string | undefined> {
  const logoutId = query.get("logoutId");
  const request =
    logoutId === null ? undefined : await findLogoutRequest(services, logoutId, visitor.browserHash);
  return request?.clientId ? clientOf(services, request.clientId)?.partnerId : undefined;
}
