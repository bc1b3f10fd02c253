import { minute } from "../../shared/durations.ts";
import { openIfKnown, type SecretKeys, seal } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import { statement } from "./statement.ts";
import type { Db } from "./tables.ts";

/** What its column is sealed for: a request may hold an ID token and the name of a person. */
export const requestPurpose = "authorization-request";

/** What is needed to rebuild an application's request after the library has forgotten it. */
export interface AuthorizationRequest {
  /** Identifier in `/connect/authorize/<uid>`. */
  uid: string;
  /** Stays the same over all interactions of one request. */
  chainId: string;
  clientId: string;
  params: Record<string, unknown>;
  /** When the chain began, milliseconds since 1970: what was proven earlier does not answer `prompt=login`. */
  firstSeenAt: number;
  /** Its last minute: it was answered, or nobody answered it in its time. */
  isEnding: boolean;
}

/** One that is to be remembered. */
export type NewAuthorizationRequest = Omit<AuthorizationRequest, "firstSeenAt" | "isEnding">;

/** How long a request that was answered is there for who pressed twice, has a second tab, or whose answer was lost; milliseconds. */
export const answeredLife = minute;

/** Remembers a new request for `life` milliseconds. */
export async function saveAuthorizationRequest(
  db: Db,
  secretKeys: SecretKeys,
  request: NewAuthorizationRequest,
  { life, now }: { life: number; now: number },
): Promise<void> {
  await db
    .insertInto("authorization_requests")
    .values({
      uid: request.uid,
      client_id: request.clientId,
      chain_id: request.chainId,
      params: seal(secretKeys, requestPurpose, toJson(request.params)),
      first_seen_at: now,
      expires_at: now + life,
    })
    .execute();
}

/** Begins the chain of a request anew, which is then remembered for `life` milliseconds more at most. */
export async function beginRequestAnew(
  db: Db,
  { uid, chainId }: Pick<AuthorizationRequest, "uid" | "chainId">,
  { life, now }: { life: number; now: number },
): Promise<void> {
  const end = now + life;
  await db
    .updateTable("authorization_requests")
    .set((row) => ({
      chain_id: chainId,
      first_seen_at: now,
      expires_at: row.case().when("expires_at", ">", end).then(end).else(row.ref("expires_at")).end(),
    }))
    .where("uid", "=", uid)
    .execute();
}

/** Dates the beginning of a request back, for which something was proven at `firstSeenAt` already. */
export async function dateRequestBack(
  db: Db,
  { uid, chainId }: Pick<AuthorizationRequest, "uid" | "chainId">,
  firstSeenAt: number,
): Promise<void> {
  await db
    .updateTable("authorization_requests")
    .set({ first_seen_at: firstSeenAt })
    .where("uid", "=", uid)
    .where("chain_id", "=", chainId)
    .execute();
}

/** The request of an identifier, as long as it is kept and a key opens it. */
export async function findAuthorizationRequest(
  db: Db,
  secretKeys: SecretKeys,
  uid: string,
  now: number,
): Promise<AuthorizationRequest | undefined> {
  const {
    rows: [row],
  } = await livingRequest(db, { uid, now });
  if (row === undefined) return undefined;
  const params = openIfKnown(secretKeys, requestPurpose, row.params);
  if (params === undefined) return undefined;
  return {
    uid: row.uid,
    chainId: row.chain_id,
    clientId: row.client_id,
    params: fromJson<Record<string, unknown>>(params),
    firstSeenAt: row.first_seen_at,
    isEnding: row.expires_at <= now + answeredLife,
  };
}

const livingRequest = statement((db, { uid, now }: { uid: string; now: number }) =>
  db
    .selectFrom("authorization_requests")
    .selectAll()
    .where("uid", "=", uid)
    .where("expires_at", ">", now)
    .compile(),
);
