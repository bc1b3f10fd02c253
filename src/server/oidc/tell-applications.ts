import type { Client } from "oidc-provider";
import { waitBeforeTry } from "../domain/wait-before-try.ts";
import { inBatches } from "../process/worker.ts";
import type { Services } from "../services.ts";
import {
  type ClaimedNotice,
  claimSignOutNotices,
  deleteSignOutNotice,
  openNotice,
  postponeSignOutNotice,
  type SignOutNotice,
} from "../store/sign-out-notices.ts";
import { currentProvider } from "./current-provider.ts";

// The method exists (OpenID Connect Back-Channel Logout), the published types leave it out.
type NotifiableClient = Client & { backchannelLogout(subject: string, sid: string): Promise<void> };

const batch = 20;
/** Milliseconds that a notice is this process's: well over the time that the library gives an application. */
const claim = 15_000;

/** Tells every application that is due that a session has ended, once over any number of processes; ends when none is left. */
export async function tellApplications(services: Services, stopping?: AbortSignal): Promise<void> {
  const { store, now } = services;
  const round = async () => {
    const claimed = await claimSignOutNotices(store.db, { limit: batch, claim }, now());
    await Promise.all(claimed.map((notice) => handOver(services, notice)));
    return claimed.length;
  };
  await inBatches(batch, round, stopping);
}

/** One try. Should the store fail now, the claim runs out and the application is told once more, which changes nothing there. */
async function handOver(services: Services, claimed: ClaimedNotice): Promise<void> {
  const { store, settings, now, log } = services;
  const { id, content, tries, expiresAt } = claimed;
  let clientId: string | undefined;
  try {
    const notice = openNotice(settings.secretKeys, content);
    ({ clientId } = notice);
    const refusal = await refusalOf(services, notice);
    const dueAt = now() + waitBeforeTry(tries);
    const isLast = refusal !== undefined && (!refusal.mayPass || dueAt >= expiresAt);
    if (refusal === undefined) log.info({ clientId, tries }, "the application was told of the sign-out");
    else log.warn({ clientId, tries, err: refusal.error }, "the application did not take the sign-out");
    if (isLast) log.error({ clientId, tries }, "the application is not told of the sign-out any more");
    if (refusal === undefined || isLast) await deleteSignOutNotice(store.db, id);
    else await postponeSignOutNotice(store.db, id, dueAt);
  } catch (error) {
    log.error({ err: error, id, clientId, tries }, "a sign-out could not be told");
  }
}

/** Why the application did not take it, and whether that may pass; undefined: it did, or does not listen any more. */
async function refusalOf(
  services: Services,
  { clientId, userId, sid }: SignOutNotice,
): Promise<{ error: unknown; mayPass: boolean } | undefined> {
  try {
    const provider = await currentProvider(services);
    const client = (await provider.Client.find(clientId)) as NotifiableClient | undefined;
    if (client?.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
    return undefined;
  } catch (error) {
    return { error, mayPass: mayPass(statusOf(error)) };
  }
}

/** An application that says that the token is wrong says so of the next one too (Back-Channel Logout, section 2.8). */
function mayPass(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 408 || status === 429;
}

/** What the application answered; undefined: nothing. */
function statusOf(error: unknown): number | undefined {
  const { response } = error as { response?: { status?: number } };
  return response?.status;
}
