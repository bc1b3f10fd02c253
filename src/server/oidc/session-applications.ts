import type { Client } from "oidc-provider";
import type { Services } from "../services.ts";
import {
  continueLine,
  deleteLine,
  lineOfSession,
  listSessionApplications,
  type SessionApplication,
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
  const line = await lineOfSession(db, session.idHash);
  const applications = await listSessionApplications(db, services.settings.secretKey, line);
  const revocable = applications.filter(({ persistsLogout }) => !persistsLogout);
  await Promise.all(revocable.map(({ grantId }) => revokeGrant(services, grantId)));
  await deleteLine(db, line);
  await Promise.all(applications.map((application) => tell(services, session.userId, application)));
}

/**
 * Called when a session takes the place of another in the same browser: the same person keeps the applications and
 * their tokens, another person's are ended, so that nothing is handed on (security, SE-2, SE-7).
 */
export async function replaceSession(
  services: Services,
  ended: EndedSession,
  next: EndedSession,
): Promise<void> {
  if (ended.userId !== next.userId) return endApplications(services, ended);
  const { db } = services.store;
  const line = await lineOfSession(db, ended.idHash);
  const expiresAt = services.now() + services.settings.session.total;
  await continueLine(db, { line, current: next.idHash }, expiresAt);
}

async function tell(services: Services, userId: string, application: SessionApplication): Promise<void> {
  const { clientId, sid } = application;
  try {
    const provider = await currentProvider(services);
    const client = (await provider.Client.find(clientId)) as NotifiableClient | undefined;
    if (client?.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
  } catch (error) {
    services.log.warn({ clientId, err: error }, "the application did not take the sign-out");
  }
}
