import type { Client } from "oidc-provider";
import { second } from "../../shared/durations.ts";
import { waitBeforeTry } from "../domain/wait-before-try.ts";
import { inBatches } from "../in-batches.ts";
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

/** Why an application did not take a notice. */
interface Refusal {
  error: unknown;
  /** What it answered; undefined: nothing. */
  status?: number;
}

/** What is known of an application that is told. */
interface Listener {
  /** How often it has answered, whatever it said. */
  answers: number;
  /** Until when its other notices count as not taken without a try, milliseconds since 1970. */
  silentUntil: number;
}

/** By the identifier of the application. */
type Listeners = Map<string, Listener>;

const batch = 20;
/** Milliseconds that a notice is this process's: well over the time that the library gives an application. */
const claim = 15 * second;
/** Milliseconds that an application that answers nothing is not asked again; a long line may take longer than that. */
const silence = 10 * second;

/**
 * Tells every application that is due that a session has ended, once over any number of processes; ends when none is left. One that
 * does not answer keeps the others waiting for as long as one try takes, however many notices it has.
 */
export async function tellApplications(services: Services, stopping?: AbortSignal): Promise<void> {
  const { store, now } = services;
  const listeners: Listeners = new Map();
  const round = async () => {
    const claimed = await claimSignOutNotices(store.db, { limit: batch, claim }, now());
    await Promise.all(claimed.map((notice) => handOver(services, listeners, notice)));
    return claimed.length;
  };
  await inBatches(batch, round, stopping);
}

/** One try. Should the store fail now, the claim runs out and the application is told once more, which changes nothing there. */
async function handOver(services: Services, listeners: Listeners, claimed: ClaimedNotice): Promise<void> {
  const { store, settings, now, log } = services;
  const { id, content, tries, expiresAt } = claimed;
  let clientId: string | undefined;
  try {
    const notice = openNotice(settings.secretKeys, content);
    ({ clientId } = notice);
    const refusal = await tell(services, listeners, notice);
    const dueAt = now() + waitBeforeTry(tries);
    const isLast = refusal !== undefined && (!mayPass(refusal.status) || dueAt >= expiresAt);
    if (refusal === undefined) log.info({ clientId, tries }, "the application was told of the sign-out");
    else log.warn({ clientId, tries, err: refusal.error }, "the application did not take the sign-out");
    if (isLast) log.error({ clientId, tries }, "the application is not told of the sign-out any more");
    if (refusal === undefined || isLast) await deleteSignOutNotice(store.db, id);
    else await postponeSignOutNotice(store.db, id, dueAt);
  } catch (error) {
    log.error({ err: error, id, clientId, tries }, "a sign-out could not be told");
  }
}

/** Gives why the application did not take it; undefined: it did, or does not listen any more. */
async function tell(
  services: Services,
  listeners: Listeners,
  { clientId, userId, sid }: SignOutNotice,
): Promise<Refusal | undefined> {
  const { now } = services;
  const listener = listeners.get(clientId) ?? { answers: 0, silentUntil: 0 };
  listeners.set(clientId, listener);
  if (listener.silentUntil > now()) return { error: new Error("it has just not answered another") };
  const { answers } = listener;
  try {
    const { provider } = await currentProvider(services);
    const client = (await provider.Client.find(clientId)) as NotifiableClient | undefined;
    if (client?.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
    listener.answers += 1;
    return undefined;
  } catch (error) {
    const { response } = error as { response?: { status?: number } };
    if (response !== undefined) listener.answers += 1;
    // One that has answered another meanwhile is there.
    else if (listener.answers === answers) listener.silentUntil = now() + silence;
    return { error, status: response?.status };
  }
}

/** An application that says that the token is wrong says so of the next one too (Back-Channel Logout, section 2.8). */
function mayPass(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 408 || status === 429;
}
