import { type CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { countOfUser, eventsOfUser, lastOfUsers } from "./audit.ts";
import { claimMessages } from "./messages.ts";
import { deleteGrantsOfAccount } from "./oidc-records.ts";
import { findSessionOfLine } from "./sessions.ts";
import { openStore } from "./store.ts";
import { sweep } from "./sweep.ts";
import type { Db } from "./tables.ts";
import { deleteTickets } from "./tickets.ts";

const now = 1_700_000_000_000;

/** What is asked, and the indices that lead straight to it. */
const questions: [string, (db: Db) => Promise<unknown>, RegExp][] = [
  [
    "the sign-ins of an account",
    (db) => eventsOfUser(db, { userId: "u1", event: "signIn.completed" }, { page: 1, size: 3 }),
    /audit_by_user_id_event_at/,
  ],
  [
    "how often somebody was refused",
    (db) => countOfUser(db, "u1", ["signIn.failed", "signIn.locked"], now),
    /audit_by_user_id_event_at/,
  ],
  [
    "when accounts were signed in last",
    (db) => lastOfUsers(db, ["u1", "u2"], "signIn.completed"),
    /audit_by_user_id_event_at/,
  ],
  ["the links that a newer one ends", (db) => deleteTickets(db, "passwordReset", {}), /tickets_by_kind_data/],
  [
    "the messages that are due",
    (db) => claimMessages(db, { channel: "mail", limit: 20, claim: 1 }, now),
    /messages_by_due_at/,
  ],
  ["the session of a line", (db) => findSessionOfLine(db, "line", null, now), /oidc_records_by_uid_model/],
  ["the addresses whose code has ended", (db) => sweep(db, now, now), /users_by_new_email/],
  ["the grants of an account", (db) => deleteGrantsOfAccount(db, "u1", []), /oidc_records_by_uid_model/],
];

onEachDatabase((database) => {
  test.each(questions)(
    "%s are found by an index of their own, although nothing was analysed",
    async (_, ask, index) => {
      database.store();
      const asked: CompiledQuery[] = [];
      const store = openStore(database.settings(), { warn: () => undefined }, ({ query }) =>
        asked.push(query),
      );
      const explain = database.kind === "sqlite" ? "explain query plan " : "explain (costs off) ";
      await ask(store.db);
      const plans = await store.db.transaction().execute(async (transaction) => {
        // A table of a test is shorter than any index.
        if (database.kind === "postgres") await sql`set local enable_seqscan = off`.execute(transaction);
        const steps = [];
        for (const query of asked.filter(({ sql }) => /^(\/\*.*\*\/\s+)?(select|update|delete)/.test(sql))) {
          const plan = { ...query, sql: explain + query.sql };
          const { rows } = await transaction.executeQuery<Record<string, unknown>>(plan);
          steps.push(...rows.map((row) => row.detail ?? row["QUERY PLAN"]));
        }
        return steps.join("\n");
      });
      await store.close();
      expect(plans).toMatch(index);
    },
  );
});
