import type { QueryResult, Selectable } from "kysely";
import { open, openIfKnown, type SecretKeys, seal, sha256 } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import { statement, statementPer } from "./statement.ts";
import type { Db, Tables } from "./tables.ts";

/** What the OpenID Connect library keeps; `consumed` is epoch seconds, as it expects them. */
export type OidcPayload = Record<string, unknown> & {
  grantId?: string;
  accountId?: string;
  uid?: string;
  consumed?: number;
};

/** The records of one database. `model` is the library's name of the kind: Session, AuthorizationCode … */
export interface OidcRecords {
  /** Writes or replaces; `life` in milliseconds, undefined: for ever. */
  upsert(
    model: string,
    id: string,
    payload: OidcPayload,
    life: number | undefined,
    now: number,
  ): Promise<void>;
  find(model: string, id: string, now: number): Promise<OidcPayload | undefined>;
  /** Holds one until the transaction ends; false where it is gone. */
  hold(model: string, id: string): Promise<boolean>;
  /** Marks as used; false where it was used before or is gone. */
  consume(model: string, id: string, now: number): Promise<boolean>;
  /** The same for one by what it was kept under beside its identifier. */
  consumeByUid(model: string, uid: string, now: number): Promise<boolean>;
  destroy(model: string, id: string): Promise<void>;
  /** Removes every record that was issued under a grant. */
  revokeByGrantId(grantId: string): Promise<void>;
}

/** What its column is sealed for. */
export const recordPurpose = "oidc-record";

/**
 * The records of the OpenID Connect library. Identifiers are hashed and payloads sealed, because both hold
 * codes and tokens as they are presented (security, LG-1).
 */
export function oidcRecords(db: Db, secretKeys: SecretKeys): OidcRecords {
  return {
    upsert: async (model, id, { consumed, ...payload }, life, now) => {
      const isGrant = model === grantModel;
      await writeRecord(db, {
        model,
        id_hash: sha256(id),
        consumed_at: consumed === undefined ? null : consumed * 1000,
        payload: seal(secretKeys, recordPurpose, toJson(payload)),
        grant_id: (isGrant ? id : payload.grantId) ?? null,
        user_code: null,
        uid: (isGrant ? payload.accountId : payload.uid) ?? null,
        expires_at: life === undefined ? null : now + life,
      });
    },
    find: async (model, id, now) => {
      const { rows } = await livingRecord(db, { model, idHash: sha256(id), now });
      const [row] = rows;
      if (row === undefined) return undefined;
      const payload = fromJson<OidcPayload>(open(secretKeys, recordPurpose, row.payload));
      return row.consumed_at === null
        ? payload
        : { ...payload, consumed: Math.floor(row.consumed_at / 1000) };
    },
    hold: async (model, id) => hasChanged(await holdRecord(db, { model, idHash: sha256(id) })),
    consume: async (model, id, now) =>
      hasChanged(await markConsumed("id_hash")(db, { model, value: sha256(id), now })),
    consumeByUid: async (model, uid, now) =>
      hasChanged(await markConsumed("uid")(db, { model, value: uid, now })),
    destroy: async (model, id) => {
      await deleteRecord(db, { model, idHash: sha256(id) });
    },
    revokeByGrantId: async (grantId) => {
      await db
        .deleteFrom("oidc_records")
        .where("grant_id", "=", grantId)
        .where("model", "!=", grantModel)
        .execute();
    },
  };
}

// Found by the account that it is of, and in line with what was issued under it.
const grantModel = "Grant";

/** The applications that hold a grant of an account, as far as a key of the server opens it; times in milliseconds, null: no end. */
export async function grantsOfAccount(
  db: Db,
  secretKeys: SecretKeys,
  accountId: string,
): Promise<{ clientId: unknown; expiresAt: number | null }[]> {
  const rows = await db
    .selectFrom("oidc_records")
    .select(["payload", "expires_at"])
    .where("model", "=", grantModel)
    .where("uid", "=", accountId)
    .orderBy("expires_at")
    .execute();
  return rows.flatMap(({ payload, expires_at }) => {
    const opened = openIfKnown(secretKeys, recordPurpose, payload);
    return opened === undefined
      ? []
      : [{ clientId: fromJson<OidcPayload>(opened).clientId, expiresAt: expires_at }];
  });
}

/** Removes the grants of an account with every record that was issued under them, but for those of some identifiers. */
export async function deleteGrantsOfAccount(
  db: Db,
  accountId: string,
  kept: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("oidc_records")
    .where("grant_id", "in", ({ selectFrom }) =>
      selectFrom("oidc_records")
        .select("grant_id")
        .where("model", "=", grantModel)
        .where("uid", "=", accountId)
        .$if(kept.length > 0, (grants) => grants.where("grant_id", "not in", kept)),
    )
    .execute();
}

function hasChanged({ numAffectedRows = 0n }: Pick<QueryResult<unknown>, "numAffectedRows">): boolean {
  return numAffectedRows > 0n;
}

const writeRecord = statement((db, row: Selectable<Tables["oidc_records"]>) => {
  // A record that was used stays used, whatever copy of it is written later.
  const { model, id_hash, consumed_at, ...values } = row;
  return db
    .insertInto("oidc_records")
    .values(row)
    .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(values))
    .compile();
});

const deleteRecord = statement((db, { model, idHash }: { model: string; idHash: string }) =>
  db.deleteFrom("oidc_records").where("model", "=", model).where("id_hash", "=", idHash).compile(),
);

/** An update that changes nothing holds it in every database. */
const holdRecord = statement((db, { model, idHash }: { model: string; idHash: string }) =>
  db
    .updateTable("oidc_records")
    .set(({ ref }) => ({ model: ref("model") }))
    .where("model", "=", model)
    .where("id_hash", "=", idHash)
    .compile(),
);

const livingRecord = statement((db, { model, idHash, now }: { model: string; idHash: string; now: number }) =>
  db
    .selectFrom("oidc_records")
    .select(["payload", "consumed_at"])
    .where("model", "=", model)
    .where("id_hash", "=", idHash)
    .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .compile(),
);

const markConsumed = statementPer(
  (db, { model, value, now }: { model: string; value: string; now: number }, column: "id_hash" | "uid") =>
    db
      .updateTable("oidc_records")
      .set({ consumed_at: now })
      .where("model", "=", model)
      .where(column, "=", value)
      .where("consumed_at", "is", null)
      .compile(),
);
