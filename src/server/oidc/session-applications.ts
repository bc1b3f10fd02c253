import type { Client } from "oidc-provider";
import type { Services } from "../services.ts";
import {
  deleteSessionApplications,
  listSessionApplications,
  type SessionApplication,
  saveSessionApplication,
} from "../store/session-applications.ts";
import type { Session } from "../store/sessions.ts";
import { revokeGrant } from "./adapter.ts";
import { currentProvider } from "./current-provider.ts";

type EndedSession = Pick<Session, "idHash" | "userId">;

// The method exists (OpenID Connect Back-Channel Logout), the published types leave it out.
type NotifiableClient = Client & { backchannelLogout(subject: string, sid: string): Promise<void> };

/**
 * Ends what a session gave to applications: their grants, and their own sessions, by telling those that listen
 * (back-channel logout). Called whenever a session of ours ends; an application that does not answer is logged.
 */
export async function endApplications(services: Services, session: EndedSession): Promise<void> {
  const { db } = services.store;
  const applications = await listSessionApplications(db, services.settings.secretKey, session.idHash);
  const revocable = applications.filter(({ persistsLogout }) => !persistsLogout);
  await Promise.all(revocable.map(({ grantId }) => revokeGrant(services, grantId)));
  await deleteSessionApplications(db, session.idHash);
  await Promise.all(applications.map((application) => tell(services, session.userId, application)));
}

/**
 * Called when a session takes the place of another in the same browser: the same person keeps the applications,
 * another person's are ended, so that nothing is handed on (security, SE-2, SE-7).
 */
export async function replaceSession(
  services: Services,
  ended: EndedSession,
  next: EndedSession,
): Promise<void> {
  if (ended.userId !== next.userId) return endApplications(services, ended);
  const { store, settings } = services;
  const applications = await listSessionApplications(store.db, settings.secretKey, ended.idHash);
  const expiresAt = services.now() + settings.session.total;
  for (const application of applications) {
    await saveSessionApplication(store.db, settings.secretKey, next.idHash, application, expiresAt);
  }
  await deleteSessionApplications(store.db, ended.idHash);
}

async function tell(services: Services, userId: string, application: SessionApplication): Promise<void> {
  const { clientId, sid } = application;
  try {
    const provider = await currentProvider(services);
    const client = (await provider.Client.find(clientId)) as NotifiableClient | undefined;
    if (client?.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
  } catch (error) {
    services.log.warn({ clientId, error }, "the application did not take the sign-out");
  }
}
