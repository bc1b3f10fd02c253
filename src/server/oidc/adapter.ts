import Provider, { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { minute } from "../../shared/durations.ts";
import { sha256 } from "../crypto.ts";
import { isWithin } from "../domain/freshness.ts";
import type { Services } from "../services.ts";
import { type OidcPayload, oidcRecords } from "../store/oidc-records.ts";
import { holdLineOf } from "../store/sessions.ts";
import { spendValue } from "../store/spent-values.ts";
import type { Db } from "../store/tables.ts";
import { clientMetadata } from "./client-metadata.ts";
import { revokeGrant } from "./revoke-grant.ts";
import {
  readSessionRecord,
  readSessionRecordByUid,
  requestAtHand,
  writeSessionRecord,
} from "./session-record.ts";

/** Gives the library its storage, by the name of the kind of record. */
export function adapterFactory(services: Services): (model: string) => Adapter {
  return (model) => {
    const records = recordAdapter(services, model);
    if (model === "Client") return { ...records, find: async (id) => clientMetadata(services, id) };
    if (model === "Session") return { ...records, ...sessionAdapter(services) };
    if (model === refreshToken) return { ...records, ...refreshTokenAdapter(services, records) };
    if (model === "ReplayDetection") return { ...records, ...assertionAdapter(services) };
    if (model === "Grant") return { ...records, upsert: grantUpsert(services) };
    // Requests that wait for a person are kept as our own authorization requests, which nobody has to finish.
    if (model === "Interaction") return { ...records, upsert: async () => {} };
    return records;
  };
}

function recordAdapter(services: Services, model: string, db: Db = services.store.db): Adapter {
  const records = oidcRecords(db, services.settings.secretKeys);
  const now = () => services.now();
  return {
    upsert: (id, payload, expiresIn) => {
      const life = expiresIn === undefined ? undefined : expiresIn * 1000;
      return records.upsert(model, id, payload as OidcPayload, life, now());
    },
    find: async (id) => {
      const payload = (await records.find(model, id, now())) as AdapterPayload | undefined;
      // Its session is asked next, which has a grant for each customer.
      if (payload?.sessionUid !== undefined) requestAtHand().tokenGrantId = payload.grantId;
      return payload;
    },
    // Asked for sessions alone, which are not kept here.
    findByUid: async () => undefined,
    // Devices without a browser are not offered.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      if (await records.consume(model, id, now())) return;
      // Lost a race for the same code.
      throw await reused(services, (await records.find(model, id, now()))?.grantId);
    },
    destroy: (id) => records.destroy(model, id),
    revokeByGrantId: (grantId) => records.revokeByGrantId(grantId),
  };
}

/**
 * Keeps a grant while the session that gives it, or the one in its place, is held: a change of the account ends both, whichever of
 * the two comes first (security, SE-6).
 */
function grantUpsert(services: Services): Adapter["upsert"] {
  const { store, now } = services;
  return async (id, payload, expiresIn) => {
    const { session } = requestAtHand().visitor;
    const isKept = await store.db.transaction().execute(async (transaction) => {
      if (session === null || !(await holdLineOf(transaction, session.idHash, now()))) return false;
      await recordAdapter(services, "Grant", transaction).upsert(id, payload, expiresIn);
      return true;
    });
    if (!isKept) throw new errors.LoginRequired("the session has ended meanwhile");
  };
}

/** After any second use of a code or token what its grant gave ends. */
async function reused(services: Services, grantId: string | undefined): Promise<Error> {
  if (grantId !== undefined) await revokeGrant(services, grantId);
  return new errors.InvalidGrant("already used");
}

const refreshToken = "RefreshToken";

/** How long after its first use a refresh token may come again, milliseconds. */
const retryLife = minute;

/**
 * A refresh token whose answer was lost on the way may come again within a minute: it then gets another one in place of the first, which
 * is used by it. So one of them is good at a time, as ever, and where two have one of the same line whoever comes second ends all of it
 * (security, OP-3; RFC 9700, section 4.14.2).
 */
function refreshTokenAdapter(
  services: Services,
  records: Adapter,
): Pick<Adapter, "find" | "consume" | "upsert"> {
  const { store, settings, now } = services;
  return {
    find: async (id) => {
      const payload = await records.find(id);
      if (payload?.consumed === undefined || Provider.ctx?.oidc.route !== "token") return payload;
      const { consumed, ...unused } = payload;
      return isWithin(retryLife, Number(consumed) * 1000, now()) ? unused : payload;
    },
    // It is used when the next one is written.
    consume: async () => undefined,
    upsert: async (id, issued, expiresIn) => {
      // What is renewed by it answers no request (OpenID Connect Core, section 12.2); angular-auth-oidc-client refuses it otherwise.
      const payload = { ...issued, nonce: undefined };
      const before = Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti;
      if (before === undefined) return records.upsert(id, payload, expiresIn);
      const uid = sha256(before);
      const isWritten = await store.db.transaction().execute(async (transaction) => {
        const { hold, consume, consumeByUid } = oidcRecords(transaction, settings.secretKeys);
        // Held, so that of several that come at once each sees what the one ahead of it was given.
        const mayBe =
          (await consume(refreshToken, before, now())) ||
          ((await hold(refreshToken, before)) && (await consumeByUid(refreshToken, uid, now())));
        if (mayBe)
          await recordAdapter(services, refreshToken, transaction).upsert(id, { ...payload, uid }, expiresIn);
        return mayBe;
      });
      if (!isWritten) throw await reused(services, payload.grantId);
    },
  };
}

/** An assertion proves its application once, of any number that come at once over any number of processes (RFC 7523, section 3). */
function assertionAdapter({ store, now }: Services): Pick<Adapter, "find" | "upsert"> {
  return {
    find: async () => undefined,
    upsert: async (id, _payload, expiresIn = 0) => {
      if (await spendValue(store.db, "assertion", id, now() + expiresIn * 1000)) return;
      throw new errors.InvalidClientAuth("the client assertion was used before");
    },
  };
}

function sessionAdapter(services: Services): Pick<Adapter, "find" | "findByUid" | "upsert"> {
  return {
    find: (id) => readSessionRecord(services, id),
    findByUid: (uid) => readSessionRecordByUid(services, uid),
    upsert: (_id, payload) => writeSessionRecord(services, payload),
  };
}
