import { randomToken } from "../crypto.ts";
import { toJson } from "./json.ts";
import type { Db } from "./tables.ts";

/** One thing that happened to an account; never holds a secret (security, LG-1). */
export interface AuditEntry {
  /** What happened, for example `signIn.failed`. */
  event: string;
  userId?: string;
  /** Folded user name as it was typed, also where there is no such account. */
  usernameFold?: string;
  address?: string;
  supportCode?: string;
  detail?: Record<string, unknown>;
}

/** Writes down what happened. */
export async function writeAudit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  await db
    .insertInto("audit")
    .values({
      id: randomToken(16),
      at: now,
      event: entry.event,
      user_id: entry.userId ?? null,
      username_fold: entry.usernameFold ?? null,
      address: entry.address ?? null,
      support_code: entry.supportCode ?? null,
      detail: toJson(entry.detail ?? {}),
    })
    .execute();
}
